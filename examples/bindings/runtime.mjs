// SPDX-License-Identifier: MIT OR Unlicense
// verlet2d.mjs - 2D physics as WebAssembly. WRITTEN
//
// Every function, constant and struct has its name in C without v2d_ or V2D_, and its parameters. Structs are
// plain objects; uint64_t is BigInt. verlet2d.wasm lies beside this file. Names that begin with $ are private.

const $url = new URL('verlet2d.wasm', import.meta.url);
const $module = $url.protocol === 'file:' ? await (await import('node:fs/promises')).readFile($url)
                                          : await (await fetch($url)).arrayBuffer();
const $C = (await WebAssembly.instantiate($module, {})).instance.exports;

// ---- memory --------------------------------------------------------------------------------------

let $U8, $I32, $U32, $F32, $U64, $F64; // all of the memory, made anew when it grows
function $view() {
    const buffer = $C.memory.buffer;
    $U8 = new Uint8Array(buffer), $I32 = new Int32Array(buffer), $U32 = new Uint32Array(buffer);
    $F32 = new Float32Array(buffer), $U64 = new BigUint64Array(buffer), $F64 = new Float64Array(buffer);
}
$view();

let $end = $C.__heap_base.value + 63 & -64; // nothing has been taken from here on
const $sizes = new Map();                   // of each block in use, by its address
const $spare = new Map();                   // addresses of blocks that were given back, by size

// A block of zeros at a multiple of 64 bytes.
function $take(bytes) {
    const size = bytes + 63 & -64, again = $spare.get(size)?.pop(), address = again ?? $end;
    if (again === undefined) {
        const missing = address + size - $U8.length;
        if (missing > 0) $C.memory.grow(Math.ceil(missing / 65536)), $view();
        $end += size;
    }
    $sizes.set(address, size);
    return address;
}

// A world that was given back is one that was never initialised.
function $give(address) {
    const size = $sizes.get(address);
    if (!$sizes.delete(address)) return;
    $U8.fill(0, address, address + size);
    if (!$spare.has(size)) $spare.set(size, []);
    $spare.get(size).push(address);
}

// Memory for the arrays of one call.
let $first = 0, $top = 0, $last = 0;
function $begin() { $top = $first; }
function $temp(bytes) {
    if ($top + bytes > $last) {
        const size = Math.max(65536, 2 * ($last - $first), bytes);
        $first = $top = $take(size), $last = $first + size; // pointers to the old one stay good for this call
    }
    const p = $top;
    $top = p + bytes + 7 & -8;
    return p;
}

function $text(p) { return p === 0 ? null : new TextDecoder().decode($U8.slice(p, $U8.indexOf(0, p))); }

// ---- structs and arrays --------------------------------------------------------------------------

class $Type {
    constructor(size, offset, read, write) { Object.assign(this, { size, offset, read, write }); }
    array(length) { return new StructArray(this, length); }
}

export class StructArray {
    constructor(type, length) {
        Object.assign(this, { type, length, address: $take(type.size * length) });
    }
    #at(i) {
        if (!(i >= 0 && i < this.length)) throw new RangeError(`element ${i} of ${this.length}`);
        return this.address + i * this.type.size;
    }
    get(i) { return this.type.read(this.#at(i)); }
    set(i, value) { this.type.write(this.#at(i), value); }
    get f32() { return new Float32Array($C.memory.buffer, this.address, this.length * this.type.size / 4); }
    get u32() { return new Uint32Array($C.memory.buffer, this.address, this.length * this.type.size / 4); }
    get u8() { return new Uint8Array($C.memory.buffer, this.address, this.length * this.type.size); }
    free() {
        $give(this.address);
        this.address = this.length = 0;
    }
}

function $ra(p, n, size, read) { return Array.from({ length: n }, (_, i) => read(p + i * size)); }
function $wa(p, n, size, write, list) { for (let i = 0; i < n; ++i) write(p + i * size, list?.[i]); }
const $r_f32 = (p) => $F32[p >>> 2], $w_f32 = (p, v) => { $F32[p >>> 2] = v; };
const $r_u8 = (p) => $U8[p], $w_u8 = (p, v) => { $U8[p] = v; };

function $fits(list, count) {
    if (!(list.length >= count)) throw new RangeError(`${count} elements of ${list.length}`);
}

// Addresses of what is passed by pointer: an array that is read, one that is filled, bytes, one struct.
function $in(list, count, type) {
    if (list == null) return 0;
    $fits(list, count);
    if (list instanceof StructArray) return $out(list, count, type);
    const p = $temp(Math.max(0, count) * type.size || 0);
    for (let i = 0; i < count; ++i) type.write(p + i * type.size, list[i]);
    return p;
}
function $out(array, capacity, type) {
    if (array == null) return 0;
    if (array.type !== type) throw new TypeError('not an array of the right type');
    $fits(array, capacity);
    return array.address;
}
function $bytes(bytes, size) {
    if (bytes == null) return 0;
    $fits(bytes, size);
    return $temp(Math.max(0, size));
}
function $one(object, type, p) {
    if (object == null) return 0;
    type.write(p, Object.keys(object).length > 0 ? object : null);
    return p;
}
function $back(object, type, p) {
    if (object != null) Object.assign(object, type.read(p));
}

// ---- beside the functions of C -------------------------------------------------------------------

export function world() { return $take($C.v2d_world_size()); }
export function world_free(world) { $give(world); }
export function is_null(id) { return id.index1 === 0; }
export function id_equals(a, b) { return a.index1 === b.index1 && a.generation === b.generation; }
export function check(result) {
    if (result !== 0) throw new Error(result_text(Math.abs(result)));
}

// ---- generated -----------------------------------------------------------------------------------

