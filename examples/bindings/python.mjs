// SPDX-License-Identifier: MIT OR Unlicense
// python.mjs - verlet2d.py: classes of ctypes, and a function with a docstring for each of C.
import { short } from './parse.mjs';

const PLAIN = { float: 'float', double: 'double', int: 'int', int32_t: 'int32', uint32_t: 'uint32', uint8_t: 'uint8', uint64_t: 'uint64', size_t: 'size_t', bool: 'bool' };
const HINTS = { float: 'float', double: 'float', bool: 'bool', void: 'None', char: 'str' };

export function python(model, runtime) {
    const structs = new Set(model.structs.map((s) => s.name)), enums = new Set(model.enums.map((e) => e.name));
    const callbacks = new Set(model.callbacks.map((c) => c.name)), out = [];
    const word = (name) => (/^(from|def|in|is|pass|with|lambda)$/.test(name) ? `${name}_` : name);
    const docstring = (doc, indent) => `${indent}"""${short(doc.join(`\n${indent}`)).replace(/\\/g, '\\\\')}${doc.length > 1 ? `\n${indent}` : ''}"""`;

    // The type of ctypes.
    function type(t) {
        if (t.fn) return `_c.CFUNCTYPE(${[t.fn.returns, ...t.fn.params.map((p) => p.type)].map(type).join(', ')})`;
        if (t.base === 'char' && t.pointers > 0) return t.pointers > 1 ? '_c.POINTER(_c.c_char_p)' : '_c.c_char_p';
        if (t.pointers > 0 && (t.base === 'void' || t.base === model.opaque.name)) return '_c.c_void_p';
        if (t.pointers > 0) return `_c.POINTER(${type({ ...t, pointers: 0 })})`;
        if (t.base === 'void') return 'None';
        if (enums.has(t.base)) return '_c.c_int';
        return structs.has(t.base) || callbacks.has(t.base) ? short(t.base) : `_c.c_${PLAIN[t.base]}`;
    }
    const hint = (t) => {
        if (t.base === 'char' && t.pointers === 1 || t.pointers === 0 && HINTS[t.base]) return HINTS[t.base];
        return structs.has(t.base) || callbacks.has(t.base) || t.base === model.opaque.name ? short(t.base) : t.pointers > 0 ? 'object' : 'int';
    };
    function parameterHint({ type, count }) {
        if (!structs.has(type.base)) return hint(type);
        if (!count) return `${hint(type)} | ${type.pointers > 0 ? 'None' : 'tuple'}`;
        return `_c.Array[${hint(type)}] | ${type.constant ? 'list | ' : ''}None`;
    }

    for (const c of model.constants) out.push(`${short(c.name)} = ${c.value}${c.doc.length > 0 ? `  # ${short(c.doc.join(' '))}` : ''}`);
    for (const e of model.enums) {
        out.push('', ...short(e.doc.join('\n')).split('\n').map((line) => `# ${line}`));
        for (const v of e.values) out.push(`${short(v.name)} = ${v.value}${v.doc.length > 0 ? `  # ${short(v.doc.join(' '))}` : ''}`);
    }
    for (const c of model.callbacks) {
        out.push('', ...short(c.doc.join('\n')).split('\n').map((line) => `# ${line}`), `${short(c.name)} = ${type(c.type ?? c)}`);
    }
    for (const { name, fields, doc } of model.structs) {
        const lines = fields.map((f) => {
            // A pointer to a function has a type of its own name, for `draw.circle = draw_circle_fn(f)`.
            if (f.type.fn) out.push('', `${short(name)}_${f.name}_fn = ${type(f.type)}`);
            return `("${f.name}", ${f.type.fn ? `${short(name)}_${f.name}_fn` : type(f.type)}${f.length ? ` * ${f.length}` : ''}),`;
        });
        const told = fields.filter((f) => f.doc.length > 0).map((f) => `${f.name}: ${f.doc.join(' ')}`);
        out.push('', '', `class ${short(name)}(_Struct):`, docstring(told.length > 0 ? [...doc, '', ...told] : doc, '    '));
        out.push('', '    _fields_ = [', ...lines.map((l) => `        ${l}`), '    ]');
    }
    for (const f of model.functions) {
        const name = short(f.name), params = f.params.map((p) => `${word(p.name)}: ${parameterHint(p)}`).join(', ');
        const args = f.params.map((p) => {
            if (callbacks.has(p.type.base)) return `_callback(${word(p.name)}, ${type(p.type)})`;
            if (!p.count) return word(p.name);
            return `_array(${word(p.name)}, ${p.type.base === 'void' ? '_c.c_uint8' : short(p.type.base)}, ${p.count})`;
        });
        const call = `_${name}(${args.join(', ')})`, text = f.returns.base === 'char';
        const all = [`"${f.inline ? 'bind_' : ''}${f.name}"`, type(f.returns), ...f.params.map((p) => type(p.type))];
        out.push('', '', `_${name} = _function(${all.join(', ')})`, '', '', `def ${name}(${params}) -> ${hint(f.returns)}:`);
        out.push(docstring(f.doc, '    '), `    return ${call}${text ? '.decode()' : ''}`);
    }
    return { 'python/verlet2d.py': `${runtime}\n${out.join('\n')}\n` };
}
