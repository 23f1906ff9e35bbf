// SPDX-License-Identifier: MIT OR Unlicense
// lua.mjs - verlet2d.lua: the FFI reads C, so it gets the header's declarations, less what it cannot read.
import { short, wrapper } from './parse.mjs';

export function lua(model, header, runtime) {
    const from = header.indexOf('/// Outcome of a call.'), to = header.lastIndexOf('#ifdef __cplusplus', header.indexOf('#endif // VERLET2D_H'));
    const own = new Map(model.functions.filter((f) => f.inline).map((f) => [f.name, `${wrapper(f)};\n`]));
    // Inline functions and macros are in the library by another name.
    let text = header.slice(from, to).replace(/\\\n\s*/g, '').replace(/^V2D_API /gm, '');
    text = text.replace(/^static inline .*?(\w+)\([^{]*\{(.*\}|[\s\S]*?^\})\n/gm, (_, name) => own.get(name));
    text = text.replace(/^#else\n.*\n|^#(?!define).*\n/gm, '');
    text = text.replace(/^#define (\w+).*\n/gm, (line, name) => own.get(name) ?? `// ${line}`);
    for (const c of model.constants) text = text.replaceAll(`[${c.name}]`, `[${c.value}]`);
    const list = (names) => names.map((n) => `${short(n)} = true`).join(', ');
    const constants = model.constants.map((c) => `${short(c.name)} = ${c.value}`).join(', ');
    const filled = { DECLARATIONS: `${text.trim()}\nint bind_size(int index);`, CONSTANTS: constants,
        MACROS: list([...own.keys()]), TYPES: list(model.structs.map((s) => s.name)) };
    return { 'lua/verlet2d.lua': runtime.replace(/\b(DECLARATIONS|MACROS|CONSTANTS|TYPES)\b/g, (name) => filled[name]) };
}
