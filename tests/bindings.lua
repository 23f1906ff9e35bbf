-- SPDX-License-Identifier: MIT OR Unlicense
-- bindings.lua - the module for LuaJIT: every function with nothing and with zeros, strings, arrays, saves,
-- functions of the caller. tests/bindings.sh runs it with the names of all functions of the header, and the header.
local ffi = require 'ffi'
local v2d = require 'verlet2d'

local names = {}
for line in io.lines(arg[1]) do names[#names + 1] = line:sub(5) end
local header = io.open(arg[2]):read('*a')
local public = header:sub(1, header:find('#endif // VERLET2D_H', 1, true)):gsub('\\\n%s*', '')
local failed = 0

local function test(name, body)
    local good, message = xpcall(body, debug.traceback)
    if not good then failed = failed + 1 end
    print((good and 'ok' or 'not ok') .. ' - lua: ' .. name .. (good and '' or ': ' .. message))
end

local function same(a, b)
    if a ~= b then error(tostring(a) .. ' is not ' .. tostring(b), 2) end
end

local function new_world()
    local world = v2d.world()
    v2d.check(v2d.world_init(world, v2d.world_def_default()))
    return world
end

-- What a parameter of this type gets: a null pointer, a struct of zeros, or the number.
local function argument(type, world, number)
    if type:find('v2d_world %*') then return world end
    if type:find('%*') or type:find('_fn') then return nil end
    local struct = type:match('v2d_(%w+)')
    local made, ctype = pcall(ffi.typeof, type)
    if made and struct and pcall(ffi.offsetof, ctype, 'index1') then return ctype() end
    if type == 'bool' then return number ~= 0 end
    return made and ctype(number) or number
end

test('all functions are there', function()
    for _, name in ipairs(names) do
        local f = v2d[name]
        assert(type(f) == 'function' or type(f) == 'cdata', name)
    end
end)

test('structs are as large as in C', function()
    local index, library = 0, package.searchpath('verlet2d', package.path):gsub('verlet2d%.lua', 'libverlet2d.so')
    local C = ffi.load(library)
    for name in public:gmatch('\ntypedef struct v2d_([%w_]+) {') do
        same(ffi.sizeof(v2d[name]), C.bind_size(index))
        index = index + 1
    end
    assert(index > 40)
end)

test('nothing and zeros do no harm to any function', function()
    local world, called = new_world(), 0
    for returns, name, list in public:gmatch('\nV2D_API ([^\n(]-)(v2d_[%w_]+)(%b())') do
        for _, number in ipairs { 0, 1, -1, 1000 } do
            for _, w in ipairs { false, world } do
                local arguments, count = {}, 0
                for kind, parameter in list:sub(2, -2):gsub('%s+', ' '):gmatch('([^,]-) ?%*?%*?([%w_]+)%f[,%z]') do
                    local pointer = list:find('%*+' .. parameter .. '%f[^%w_]') and ' *' or ''
                    count = count + 1
                    arguments[count] = argument(kind:gsub('^ ', ''):gsub('const ', '') .. pointer, w or nil, number)
                end
                if list == '(void)' then count = 0 end
                -- With a null pointer and elements to read or write only an error is right.
                if name ~= 'v2d_world_selfcheck' then v2d[name:sub(5)](unpack(arguments, 1, count)) end
                called = called + 1
            end
        end
    end
    assert(called > 8 * 200)
    v2d.world_clear_status(world)
    v2d.check(v2d.world_step(world, 1 / 60, 4))
end)

test('the library computes what all others do', function()
    local wrong = ffi.new('const char *[1]')
    same(v2d.selfcheck(), v2d.OK)
    same(v2d.world_selfcheck(new_world(), wrong), v2d.OK)
    same(wrong[0], nil)
    same(v2d.version(), v2d.VERSION_MAJOR * 65536 + v2d.VERSION_MINOR * 256 + v2d.VERSION_PATCH)
end)

test('errors have texts', function()
    local world, def = new_world(), v2d.shape_def_default()
    local body = v2d.box(world, v2d.BODY_DYNAMIC, v2d.vec2(0, 0), 1, 1)
    def.friction = -1
    assert(v2d.is_null(v2d.shape_create(world, body, def, v2d.geometry_box(1, 1))))
    local e = v2d.world_error(world)
    same(tonumber(e.result), tonumber(v2d.ERROR_OUT_OF_RANGE))
    same(ffi.string(e.call), 'v2d_shape_create')
    same(ffi.string(e.argument), 'def->friction')
    assert(not pcall(v2d.check, v2d.world_status(world)) and v2d.result_text(0) ~= '')
end)

test('ids, 64-bit numbers and constants', function()
    local world, def = new_world(), v2d.body_def_default()
    def.user = 9223372036854775813ULL
    local id = v2d.body_create(world, def)
    local read = v2d.body_def_default()
    same(v2d.body_describe(world, id, read), 0)
    same(read.user, 9223372036854775813ULL)
    assert(v2d.id_equals(v2d.world_next_body(world, v2d.body_id()), id))
    same(v2d.dot(v2d.vec2(2, 3), v2d.vec2(4, 5)), 23)
    same(v2d.MEASURED, -1)
    same(v2d.DRAW_ALL, 2047)
end)

test('arrays are read and filled', function()
    local ell = v2d.array('vec2', { { 0, 0 }, { 2, 0 }, { 2, 1 }, { 1, 1 }, { 1, 2 }, { 0, 2 } })
    local pieces, count = v2d.array('geometry', 4), ffi.new('int[1]')
    same(v2d.polygon_area(ell, 6), 3)
    v2d.check(v2d.polygon_decompose(ell, 6, pieces, 4, count))
    same(count[0], 2)
    same(v2d.geometry_mass(pieces[0], 1).mass + v2d.geometry_mass(pieces[1], 1).mass, 3)
end)

test('a save goes on as the world does', function()
    local world, other = new_world(), v2d.world()
    v2d.box(world, v2d.BODY_DYNAMIC, v2d.vec2(0, 0), 1, 1)
    v2d.world_step(world, 1 / 60, 4)
    local size = v2d.world_save(world, nil, 0)
    local bytes = ffi.new('uint8_t[?]', size)
    same(v2d.world_save(world, bytes, size), size)
    v2d.check(v2d.world_load(other, bytes, size))
    v2d.world_step(world, 1 / 60, 4)
    v2d.world_step(other, 1 / 60, 4)
    same(v2d.world_hash(world), v2d.world_hash(other))
end)

test('functions of the caller are called', function()
    local world, draw, seen = new_world(), v2d.draw(), nil
    v2d.circle(world, v2d.BODY_DYNAMIC, v2d.vec2(3, 4), 0.5)
    draw.circle = function(_, center, radius, _, style) seen = { center.x, center.y, radius, tonumber(style.kind) } end
    v2d.check(v2d.world_draw(world, draw))
    draw.circle:free()
    same(table.concat(seen, ' '), '3 4 0.5 ' .. tonumber(v2d.DRAW_DYNAMIC))
end)

test('worlds are freed', function()
    for _ = 1, 300 do -- 7 MB each
        same(tonumber(v2d.world_status(v2d.world())), tonumber(v2d.ERROR_NOT_INITIALIZED))
    end
end)

os.exit(failed == 0)
