// SPDX-License-Identifier: MIT OR Unlicense
// generate.mjs - bindings of verlet2d.h for JavaScript, Python and LuaJIT, from its public part.
//
// Run:   node generate.mjs HEADER FOLDER       `make bindings` does, and compiles what it writes
//
// parse.mjs reads the header; javascript.mjs, python.mjs and lua.mjs each write one language, behind
// runtime.mjs, runtime.py and runtime.lua: what is written by hand there.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse, wrapper } from './parse.mjs';
import { javascript, layout } from './javascript.mjs';
import { lua } from './lua.mjs';
import { python } from './python.mjs';

const [header, folder] = process.argv.slice(2);
const text = readFileSync(header, 'utf8'), model = parse(text);
const written = `verlet2d.h ${model.version}, written by examples/bindings/generate.mjs.`;

// The engine, with a function for each inline function and macro of the header, and the sizes of all structs.
function native() {
    const wrappers = model.functions.filter((f) => f.inline).map((f) => {
        const call = `${f.name}(${f.params.map((p) => p.name).join(', ')})`;
        return `V2D_API ${wrapper(f)};\n${wrapper(f)} { return ${call}; }`;
    });
    const checks = model.enums.flatMap((e) => e.values.map((v) => `_Static_assert((int)${v.name} == ${v.value}, "${v.name}");`));
    for (const [name, { size, fields }] of layout(model)) checks.push(
        `_Static_assert(sizeof(${name}) == ${size}, "${name}");`,
        ...fields.map((f) => `_Static_assert(offsetof(${name}, ${f.name}) == ${f.at}, "${name}.${f.name}");`));
    return `// ${written}
#define VERLET2D_IMPLEMENTATION
#include "../../verlet2d.h"

${wrappers.join('\n')}

// sizeof of each struct in the order of the header, or 0.
V2D_API int bind_size(int index);
int bind_size(int index) {
    static const int sizes[] = {${model.structs.map((s) => `(int)sizeof(${s.name})`).join(', ')}};
    return index >= 0 && index < (int)(sizeof(sizes) / sizeof(sizes[0])) ? sizes[index] : 0;
}

#ifdef __wasm__ // whether the generator has read the header as the compiler does
${checks.join('\n')}
#endif
`;
}

const runtime = (name) => readFileSync(new URL(name, import.meta.url), 'utf8').replace('WRITTEN', written);
const files = {
    'verlet2d.c': native(),
    ...javascript(model, runtime('runtime.mjs')),
    ...python(model, runtime('runtime.py')),
    ...lua(model, text, runtime('runtime.lua')),
    'js/LICENSE': readFileSync(new URL('../../LICENSE', import.meta.url), 'utf8'),
};
for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    // A file that stays as it is need not be compiled again.
    if (!existsSync(path) || readFileSync(path, 'utf8') !== content) writeFileSync(path, content);
}
