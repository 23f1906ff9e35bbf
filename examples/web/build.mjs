// SPDX-License-Identifier: MIT OR Unlicense
// build.mjs - puts the page together: one file that needs nothing else, neither a server nor the net.
//
// Run:   node build.mjs MODULE HASHES OUT       HASHES is what replay prints
import { readFileSync, writeFileSync } from 'node:fs';

const here = new URL('.', import.meta.url), root = new URL('../../', here);
const [wasm, hashes, out] = process.argv.slice(2);
const read = (name, base = here) => readFileSync(new URL(name, base), 'utf8');

// Each function of scenes.h by its name, with the comment above it.
function functions(source) {
    const found = new Map(), begins = /^((?:\/\/[^\n]*\n)*)static [^\n;={]*?\*?(bed_\w+)\([^;{]*\{\n[\s\S]*?^\}\n/gm;
    for (const m of source.matchAll(begins)) found.set(m[2], { text: m[0], at: m.index });
    return found;
}

// A scene with all that it calls, in the order of the file, and its line of the table.
function sourceOf(name, line, all, source) {
    const wanted = new Set(), look = (text) => {
        for (const m of text.matchAll(/\bbed_\w+/g)) {
            if (!all.has(m[0]) || wanted.has(m[0])) continue;
            wanted.add(m[0]);
            look(all.get(m[0]).text);
        }
    };
    look(line);
    const parts = [...wanted].map((n) => all.get(n)).sort((a, b) => a.at - b.at).map((p) => p.text.trim());
    const used = parts.join('\n'), globals = source.match(/^static v2d_\w+ bed_\w+(\[\d\])?;[^\n]*$/gm) ?? [];
    const kept = globals.filter((g) => used.includes(g.match(/bed_\w+/)[0]));
    const head = '// scene_box() and its like are in examples/furnish.h: a body with a shape in one call.';
    return [head + (kept.length > 0 ? '\n\n' + kept.join('\n') : ''), ...parts,
            '// Its line in the table of examples/testbed/scenes.h:\n' + line.trim()].join('\n\n');
}

const scenes = read('examples/testbed/scenes.h', root), all = functions(scenes), sources = {};
const table = scenes.slice(scenes.indexOf('bed_scenes[] = {'), scenes.indexOf('#define BED_SCENES '));
for (const m of table.matchAll(/^ {4}\{"(\w+)",[^}]*\},?$/gm)) sources[m[1]] = sourceOf(m[1], m[0], all, scenes);

const native = {};
for (const line of readFileSync(hashes, 'utf8').trim().split('\n')) {
    const [name, kind, ...list] = line.split(' ');
    (native[name] ??= {})[kind] = list;
}
for (const name of Object.keys(native)) {
    if (!sources[name]) throw new Error(`no source of ${name}`);
}

// Without comments and indentation: whoever wants to read it finds it in the repository.
const script = read('page.js').replace(/^\s*\/\/ .*\n/gm, '').replace(/^ +/gm, '');
const style = read('page.css').replace(/\n\s+/g, '\n');
const data = 'const DATA = ' + JSON.stringify({ hashes: native, sources, wasm: readFileSync(wasm).toString('base64') }).replace(/</g, '\\u003c') + ';';
const fill = { css: style, data, js: script };
writeFileSync(out, read('page.html').replace(/\/\*\{\{(\w+)\}\}\*\//g, (_, name) => fill[name]));
