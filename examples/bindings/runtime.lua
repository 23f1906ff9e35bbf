-- SPDX-License-Identifier: MIT OR Unlicense
-- verlet2d.lua - 2D physics: verlet2d.h by the FFI of LuaJIT. WRITTEN
--
-- Every function, constant and struct has its name in C without v2d_ or V2D_: v2d.world_step(world, 1 / 60, 4),
-- v2d.BODY_DYNAMIC, v2d.vec2(1, 2). A struct is cdata, an array v2d.array('event', 64), a uint64_t a 64-bit
-- cdata number. The library lies beside this file. Below are the declarations of the header with its comments.
local ffi = require 'ffi'

local folder = debug.getinfo(1, 'S').source:match('^@(.*[/\\])') or './'
local names = { Windows = 'verlet2d.dll', OSX = 'libverlet2d.dylib' }
local C = ffi.load(folder .. (names[ffi.os] or 'libverlet2d.so'))

ffi.cdef [=[
DECLARATIONS
]=]

local own = { MACROS }  -- functions that the header has as inline functions or macros
local constants = { CONSTANTS }
local types = { TYPES }
local v2d = {}
local kept = setmetatable({}, { __mode = 'k' })

-- Memory of a world, freed with the pointer; give it to world_init() first.
function v2d.world()
    local size, alignment = tonumber(C.v2d_world_size()), 64
    local memory = ffi.new('uint8_t[?]', size + alignment)
    local address = tonumber(ffi.cast('uintptr_t', memory))
    local world = ffi.cast('v2d_world *', memory + (-address) % alignment)
    kept[world] = memory
    return world
end

-- An array of zeros: v2d.array('body_pose', 64), v2d.array('vec2', { { 0, 0 }, { 1, 0 } }).
function v2d.array(name, values)
    if type(values) ~= 'table' then return ffi.new('v2d_' .. name .. '[?]', values) end
    return ffi.new('v2d_' .. name .. '[?]', #values, values)
end

-- Whether an id of any kind is the null id; whether two of one kind name the same object.
function v2d.is_null(id) return id.index1 == 0 end
function v2d.id_equals(a, b) return a.index1 == b.index1 and a.generation == b.generation end

-- An error with the text of a result that is not OK, or of minus a result.
function v2d.check(result)
    result = tonumber(result)
    if result ~= 0 then error(v2d.result_text(math.abs(result)), 2) end
end

function v2d.result_text(result) return ffi.string(C.v2d_result_text(result)) end

-- Names are looked up when they are used first.
return setmetatable(v2d, {
    __index = function(_, name)
        local value = constants[name]
        if value == nil and types[name] then value = ffi.typeof('v2d_' .. name) end
        if value == nil then value = C[(own[name] and 'bind_v2d_' or name:match('^%u') and 'V2D_' or 'v2d_') .. name] end
        v2d[name] = value
        return value
    end,
})
