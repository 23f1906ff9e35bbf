// SPDX-License-Identifier: MIT OR Unlicense
// parse.mjs - the public part of verlet2d.h as lists: constants, enums, structs, callbacks, functions.
//
// It reads the layout of this one header, not C: a `///` comment stands above what it belongs to, a `///<`
// comment behind it; typedefs, V2D_API and static inline functions begin a line.
//
// A type is {base, pointers, constant} or, for a pointer to a function, {fn: {returns, params}}; a parameter
// or field is {name, type}, with `length` for an array in a struct.

// Splits at commas that are in no parentheses.
function split(text) {
    const parts = [''];
    let depth = 0;
    for (const c of text) {
        depth += c === '(' ? 1 : c === ')' ? -1 : 0;
        if (c === ',' && depth === 0) parts.push('');
        else parts[parts.length - 1] += c;
    }
    return parts.map((part) => part.trim()).filter((part) => part !== '');
}

// A parameter, a field or, without a name, a type.
function declaration(text, constants) {
    const fn = text.match(/^(.*?)\(\*\s*(\w*)\)\s*\((.*)\)$/s);
    if (fn) return { name: fn[2], type: { fn: signature(fn[1], fn[3], constants) } };
    const m = text.match(/^(const )?(\w+)\s*(\**)\s*(\w*)(?:\[(\w+)\])?$/);
    if (!m) throw new Error(`cannot read "${text}"`);
    const length = m[5] && (constants[m[5]] ?? Number(m[5]));
    return { name: m[4], type: { base: m[2], pointers: m[3].length, constant: m[1] !== undefined }, ...(length && { length }) };
}

function signature(returns, params, constants) {
    const list = params.trim() === 'void' ? [] : split(params).map((p) => declaration(p, constants));
    // An array is a pointer that a number of elements, or bytes, follows.
    list.forEach((p, i) => {
        if (p.type.pointers === 1 && /^(count|capacity|size)(_|$)/.test(list[i + 1]?.name)) p.count = list[i + 1].name;
    });
    return { returns: declaration(returns.trim(), constants).type, params: list };
}

// The members between the braces of a struct or an enum: [{code, doc}].
function members(lines, end) {
    const found = [];
    let code = '', doc = [];
    for (const line of lines) {
        const comment = line.indexOf('//'), text = comment < 0 ? line : line.slice(0, comment);
        const mark = comment < 0 ? '' : line.slice(comment);
        if (text.trim() !== '') code += ' ' + text.trim();
        if (mark.startsWith('///')) doc.push(mark.replace(/^\/\/\/<? ?/, ''));
        if (code === '' || !(code.endsWith(end) || line === lines[lines.length - 1])) continue;
        found.push({ code: code.trim().replace(/[;,]$/, ''), doc });
        code = '', doc = [];
    }
    return found;
}

export function parse(header) {
    const text = header.slice(header.indexOf('#ifndef VERLET2D_H'), header.indexOf('#endif // VERLET2D_H'));
    const lines = text.split('\n'), values = {};
    const model = { constants: [], enums: [], structs: [], callbacks: [], functions: [], macros: [] };
    let doc = [], at = 0;
    // The lines up to one that `done` accepts.
    const take = (done) => {
        const first = at;
        while (!done(lines[at])) ++at;
        return lines.slice(first, ++at);
    };
    while (at < lines.length) {
        const line = lines[at];
        if (line.startsWith('///')) {
            doc.push(lines[at++].replace(/^\/\/\/ ?/, ''));
            continue;
        }
        if (/^#(if|else|endif)/.test(line)) { // what stands in it has the comment above it
            ++at;
            continue;
        }
        const item = { doc };
        doc = [];
        let m;
        if (line.startsWith('#define')) {
            const whole = take((l) => !l.endsWith('\\')).join('\n').replace(/\\\n\s*/g, '');
            if ((m = whole.match(/^#define (V2D_\w+) \(?(-?[\d.]\w*(?:\.\w+)?)\)?/))) {
                values[m[1]] = m[2].startsWith('0x') ? parseInt(m[2], 16) : parseFloat(m[2]);
                // Capacities are those of the library, whatever the header says: see v2d_world_counters().
                if (!/^V2D_MAX_(?!VERTICES)/.test(m[1])) model.constants.push({ name: m[1], value: values[m[1]], ...item });
            } else if ((m = whole.match(/^#define (v2d_\w+)\((.*?)\) (v2d_\w+)\((.*)\)/)) && !model.macros.some((f) => f.name === m[1])) {
                model.macros.push({ name: m[1], names: split(m[2]), calls: m[3], args: split(m[4]), ...item });
            }
        } else if ((m = line.match(/^typedef enum (\w+) \{/))) {
            let next = 0;
            const list = members(take((l) => l.startsWith('}')).slice(1, -1), ',').map(({ code, doc }) => {
                const [name, value] = code.split(/\s*=\s*/);
                const member = { name, value: value === undefined ? next : Number(value), doc };
                next = member.value + 1;
                return member;
            });
            model.enums.push({ name: m[1], values: list.filter((v) => !v.name.endsWith('_FORCE32')), ...item });
        } else if ((m = line.match(/^typedef struct (\w+) \{/))) {
            const list = members(take((l) => l.startsWith('}')).slice(1, -1), ';').flatMap(({ code, doc }) => {
                const [first, ...more] = split(code);
                const field = declaration(first, values);
                return [{ ...field, doc }, ...more.map((name) => ({ ...field, name, doc }))];
            });
            model.structs.push({ name: m[1], fields: list, ...item });
        } else if ((m = line.match(/^typedef struct (\w+) \w+;/))) {
            model.opaque = { name: m[1], doc: item.doc };
            ++at;
        } else if (line.startsWith('typedef')) {
            const whole = take((l) => l.endsWith(';')).join(' ').replace(/\s+/g, ' ');
            const { name, type } = declaration(whole.slice(8, -1), values);
            model.callbacks.push({ name, ...type, ...item });
        } else if ((m = line.match(/^(V2D_API|static inline) /))) {
            const inline = m[1] !== 'V2D_API';
            const whole = take((l) => (inline ? l.endsWith('}') && (l === '}' || l.includes('{')) : l.endsWith(';'))).join(' ').replace(/\s+/g, ' ');
            const [, returns, name, params] = whole.match(/^(?:V2D_API|static inline) (.*?)(\w+)\((.*?)\)(?:;| \{)/);
            model.functions.push({ name, inline, ...signature(returns, params, values), ...item });
        } else ++at;
    }
    // A macro that calls a function has the types of what it passes on.
    for (const { name, names, calls, args, doc } of model.macros) {
        const f = model.functions.find((f) => f.name === calls);
        const params = names.map((n) => f.params[args.findIndex((a) => a === `(${n})`)]);
        model.functions.push({ name, inline: true, returns: f.returns, params, doc });
    }
    model.version = ['MAJOR', 'MINOR', 'PATCH'].map((part) => values[`V2D_VERSION_${part}`]).join('.');
    return model;
}

// Names as the bindings have them: without v2d_ or V2D_.
export const short = (text) => text.replace(/\b(v2d|V2D)_(?=\w)/g, '');

// The declaration of the library's function for an inline function or a macro.
export function wrapper({ name, returns, params }) {
    const type = ({ base, pointers, constant }) => `${constant ? 'const ' : ''}${base} ${'*'.repeat(pointers)}`;
    return `${type(returns)}bind_${name}(${params.map((p) => type(p.type) + p.name).join(', ')})`;
}
