// SPDX-License-Identifier: MIT OR Unlicense
// javascript.mjs - verlet2d.mjs, its types and its package.json.
//
// Clang passes structs to WebAssembly by address, and returns them to an address that is the first argument.
// So a function writes its structs to fixed places of a block ($S), calls, and reads the result from there.
// What takes functions of the caller is left out.
import { short } from './parse.mjs';

const PLAIN = { // [bytes, how it is read at p, how v is written, type in TypeScript]
    float: [4, (p) => `$F32[${p} >>> 2]`, (v) => v, 'number'],
    double: [8, (p) => `$F64[${p} >>> 3]`, (v) => v, 'number'],
    int: [4, (p) => `$I32[${p} >>> 2]`, (v) => v, 'number'],
    int32_t: [4, (p) => `$I32[${p} >>> 2]`, (v) => v, 'number'],
    uint32_t: [4, (p) => `$U32[${p} >>> 2]`, (v) => v, 'number'],
    size_t: [4, (p) => `$U32[${p} >>> 2]`, (v) => v, 'number'],
    uint8_t: [1, (p) => `$U8[${p}]`, (v) => v, 'number'],
    uint64_t: [8, (p) => `$U64[${p} >>> 3]`, (v) => `BigInt(${v} ?? 0)`, 'bigint'],
    bool: [1, (p) => `$U8[${p}]`, (v) => `${v} ? 1 : 0`, 'boolean'],
    void: [0, null, null, 'void'],
};

// Structs as wasm32 has them: name -> {size, align, fields with `at` and `size` of an element}.
export function layout(model) {
    const structs = new Map();
    for (const s of model.structs) {
        let at = 0, align = 1;
        const fields = s.fields.map((f) => {
            const inner = f.type.pointers === 0 && structs.get(f.type.base);
            const size = inner ? inner.size : f.type.pointers === 0 && PLAIN[f.type.base]?.[0] || 4;
            const step = inner ? inner.align : size;
            const place = Math.ceil(at / step) * step;
            at = place + size * (f.length ?? 1), align = Math.max(align, step);
            return { ...f, at: place, size };
        });
        structs.set(s.name, { size: Math.ceil(at / align) * align, align, fields });
    }
    return structs;
}

export function javascript(model, runtime) {
    const structs = layout(model), enums = new Set(model.enums.map((e) => e.name));
    const callbacks = new Set(model.callbacks.map((c) => c.name));
    const calls = (type) => type.fn || callbacks.has(type.base); // a function of the caller
    const hidden = new Set(model.structs.filter((s) => s.fields.some((f) => f.type.fn)).map((s) => s.name));
    const js = [], ts = [], S = (at) => `$S + ${at}`;
    let block = 0;
    const comment = (doc, indent = '') => (doc.length === 0 ? '' : `${indent}/** ${short(doc.join(`\n${indent} *  `))} */\n`);
    const plain = (type) => PLAIN[enums.has(type.base) ? 'int' : type.base];
    const typed = (type) => (type.pointers === 1 && type.base === 'char' ? 'string | null' :
        enums.has(type.base) || structs.has(type.base) ? short(type.base) : plain(type)[3]);

    for (const c of model.constants) {
        js.push(`export const ${short(c.name)} = ${c.value};`);
        ts.push(`${comment(c.doc)}export const ${short(c.name)}: number;`);
    }
    for (const e of model.enums) {
        js.push(`export const ${e.values.map((v) => `${short(v.name)} = ${v.value}`).join(', ')};`);
        ts.push(`${comment(e.doc)}export type ${short(e.name)} = ${e.name === 'v2d_report' ? 'number' : e.values.map((v) => v.value).join(' | ')};`);
        ts.push(...e.values.map((v) => `${comment(v.doc)}export const ${short(v.name)}: ${v.value};`));
    }

    for (const [name, { size, fields }] of structs) {
        if (hidden.has(name)) continue;
        const own = fields.filter((f) => !calls(f.type) && !(f.type.pointers > 0 && f.type.base !== 'char'));
        const inner = (f) => (structs.has(f.type.base) ? short(f.type.base) : { float: 'f32', uint8_t: 'u8' }[f.type.base]);
        const reads = own.map((f) => {
            const p = `p + ${f.at}`;
            if (f.length) return `${f.name}: $ra(${p}, ${f.length}, ${f.size}, $r_${inner(f)})`;
            if (f.type.pointers > 0) return `${f.name}: $text($U32[${p} >>> 2])`;
            if (structs.has(f.type.base)) return `${f.name}: $r_${inner(f)}(${p})`;
            return `${f.name}: ${plain(f.type)[1](p)}${f.type.base === 'bool' ? ' !== 0' : ''}`;
        });
        const writes = fields.map((f) => {
            const p = `p + ${f.at}`, v = `v.${f.name}`;
            if (calls(f.type) || f.type.pointers > 0) return `$U32[${p} >>> 2] = 0;`;
            if (f.length) return `$wa(${p}, ${f.length}, ${f.size}, $w_${inner(f)}, ${v});`;
            if (structs.has(f.type.base)) return `$w_${inner(f)}(${p}, ${v});`;
            return `${plain(f.type)[1](p)} = ${plain(f.type)[2](v)};`;
        });
        const offsets = own.map((f) => `${f.name}: ${f.at}`).join(', '), n = short(name);
        js.push(`function $r_${n}(p) { return { ${reads.join(', ')} }; }`);
        js.push(`function $w_${n}(p, v) {\n    if (v == null) return void $U8.fill(0, p, p + ${size});\n    ${writes.join(' ')}\n}`);
        js.push(`const $${n} = new $Type(${size}, { ${offsets} }, $r_${n}, $w_${n});\nexport { $${n} as ${n} };`);
        const doc = model.structs.find((s) => s.name === name).doc;
        const members = own.map((f) => `${comment(f.doc, '    ')}    ${f.name}: ${typed(f.type)}${f.length ? '[]' : ''};`);
        if (n.endsWith('_id')) members.push(`    /** Never there: so that ids of two kinds are two types. */\n    readonly $is?: '${n}';`);
        ts.push(`${comment(doc)}export interface ${n} {\n${members.join('\n')}\n}`);
        ts.push(`export const ${n}: StructType<${n}, ${own.map((f) => `'${f.name}'`).join(' | ')}>;`);
    }

    for (const f of model.functions) {
        if (f.params.some((p) => calls(p.type) || hidden.has(p.type.base))) continue;
        const before = [], after = [], args = [], types = [];
        let at = 0;
        const slot = (size) => { // a place in the block
            const place = at;
            at = at + size + 7 & -8, block = Math.max(block, at);
            return S(place);
        };
        const result = structs.get(f.returns.base);
        if (result) args.push(slot(result.size));
        if (f.params.some((p) => p.count)) before.push('$begin();');
        for (const { name, type, count } of f.params) {
            const struct = structs.get(type.base), n = short(type.base);
            if (type.base === model.opaque.name) {
                args.push(name), types.push(`${name}: world`);
            } else if (type.pointers === 0 && struct) {
                const p = slot(struct.size);
                before.push(`$w_${n}(${p}, ${name});`);
                args.push(p), types.push(`${name}: ${n}`);
            } else if (type.pointers === 0) {
                const wide = type.base === 'uint64_t';
                args.push(wide ? plain(type)[2](name) : name), types.push(`${name}: ${typed(type)}${wide ? ' | number' : ''}`);
            } else if (type.base === 'void') {
                before.push(`const $p_${name} = $bytes(${name}, ${count});`);
                if (type.constant) before.push(`if ($p_${name} !== 0) $U8.set(${name}.subarray(0, ${count}), $p_${name});`);
                else after.push(`if ($p_${name} !== 0) ${name}.set($U8.subarray($p_${name}, $p_${name} + $r));`); // the result is a size
                args.push(`$p_${name}`), types.push(`${name}: Uint8Array | null`);
            } else if (count) {
                args.push(`${type.constant ? '$in' : '$out'}(${name}, ${count}, $${n})`);
                types.push(`${name}: ${type.constant ? `ArrayLike<${n}> | ` : ''}StructArray<${n}> | null`);
            } else if (struct) {
                const p = slot(struct.size);
                args.push(`$one(${name}, $${n}, ${p})`), types.push(`${name}: ${n} | null`);
                if (!type.constant) after.push(`$back(${name}, $${n}, ${p});`);
            } else { // const char **, int *: an object whose `value` is set
                const p = slot(4), text = type.base === 'char';
                args.push(`${name} == null ? 0 : ${p}`), types.push(`${name}: { value?: ${text ? 'string | null' : 'number'} } | null`);
                before.push(`$U32[${p} >>> 2] = 0;`);
                after.push(`if (${name} != null) ${name}.value = ${text ? `$text($U32[${p} >>> 2])` : `$I32[${p} >>> 2]`};`);
            }
        }
        const call = `$C.${f.inline ? 'bind_' : ''}${f.name}(${args.join(', ')})`;
        const value = result ? `$r_${short(f.returns.base)}($S + 0)` : null;
        const convert = { bool: (r) => `${r} !== 0`, uint32_t: (r) => `${r} >>> 0`, size_t: (r) => `${r} >>> 0`,
            uint64_t: (r) => `BigInt.asUintN(64, ${r})`, char: (r) => `$text(${r})` }[f.returns.base] ?? ((r) => r);
        const steps = value ? [...before, `${call};`, ...after, `return ${value};`] :
            after.length > 0 ? [...before, `const $r = ${convert(call)};`, ...after, 'return $r;'] : [...before, `return ${convert(call)};`];
        const head = `export function ${short(f.name)}(`;
        js.push(`${head}${f.params.map((p) => p.name).join(', ')}) {\n    ${steps.join('\n    ')}\n}`);
        ts.push(`${comment(f.doc)}${head}${types.join(', ')}): ${f.returns.base === 'char' ? 'string' : typed(f.returns)};`);
    }

    const meta = { name: 'verlet2d', version: model.version, description: '2D physics: rigid bodies, soft bodies, ropes and cloth',
        license: 'MIT OR Unlicense', type: 'module', main: 'verlet2d.mjs', types: 'verlet2d.d.ts',
        exports: { '.': { types: './verlet2d.d.ts', default: './verlet2d.mjs' }, './verlet2d.wasm': './verlet2d.wasm' },
        files: ['verlet2d.mjs', 'verlet2d.d.ts', 'verlet2d.wasm'], engines: { node: '>=18' } };
    return {
        'js/verlet2d.mjs': `${runtime}const $S = $take(${block});\n${js.join('\n')}\n`,
        'js/verlet2d.d.ts': `${TYPES}\n${ts.join('\n')}\n`,
        'js/package.json': `${JSON.stringify(meta, null, 2)}\n`,
    };
}

const TYPES = `// SPDX-License-Identifier: MIT OR Unlicense
// Names are those of verlet2d.h without v2d_ or V2D_; so are the comments.

/** Memory of a world, as world() gives it. */
export type world = number & { readonly __world: unique symbol };
/** Takes memory for a world; give it to world_init() first. */
export function world(): world;
/** Gives the memory back. No function may get this world any more. */
export function world_free(world: world): void;
/** Whether an id of any kind is the null id. */
export function is_null(id: { index1: number }): boolean;
/** Whether two ids of one kind name the same object. */
export function id_equals<T extends { index1: number; generation: number }>(a: T, b: T): boolean;
/** Throws an Error with the text of a result that is not OK; also of a negative number, minus a result. */
export function check(result: number): void;

/** A struct of C. */
export interface StructType<T, F extends string> {
    /** Bytes of one. */
    readonly size: number;
    /** Bytes from its beginning to each field. */
    readonly offset: { readonly [field in F]: number };
    /** An array of zeros, for functions that fill one. Its memory lasts until free(). */
    array(length: number): StructArray<T>;
}
/** Structs one after the other in the memory of the module. */
export interface StructArray<T> {
    readonly length: number;
    readonly address: number;
    /** A copy of element i. */
    get(i: number): T;
    set(i: number, value: T): void;
    /** All elements as numbers of 4 bytes, or as bytes. Take it anew after other calls: memory moves when it grows. */
    readonly f32: Float32Array;
    readonly u32: Uint32Array;
    readonly u8: Uint8Array;
    free(): void;
}
`;
