# SPDX-License-Identifier: MIT OR Unlicense
"""The module for Python: every function with nothing and with zeros, strings, arrays, saves, functions of the caller.

tests/bindings.sh runs it with the names of all functions of the header.
"""
import ctypes
import gc
import inspect
import re
import sys
import traceback

import verlet2d as v2d

names = [line.strip()[4:] for line in open(sys.argv[1])]
structs = re.findall(r"^class (\w+)\(_Struct\)", open(v2d.__file__).read(), re.M)
tests = []


def test(function):
    tests.append(function)
    return function


def new_world():
    world = v2d.world()
    v2d.check(v2d.world_init(world, v2d.world_def_default()))
    return world


def raises(kind, function, *arguments):
    try:
        function(*arguments)
    except kind:
        return
    raise AssertionError(f"no {kind.__name__}")


@test
def all_functions_are_there_with_a_comment():
    for name in names:
        assert callable(getattr(v2d, name)), name
        assert getattr(v2d, name).__doc__, name


@test
def structs_are_as_large_as_in_c():
    for index, name in enumerate(structs):
        assert ctypes.sizeof(getattr(v2d, name)) == v2d._library.bind_size(index) > 0, name
    assert v2d._library.bind_size(len(structs)) == 0 and v2d._library.bind_size(-1) == 0


def walk(world, number, null):
    """Pointers are None, or empty structs that C may look into; all else is the number, or made of it."""
    for name in names:
        if name == "world_selfcheck":  # it empties the world
            continue
        arguments = []
        types = getattr(v2d, "_" + name).argtypes
        for kind, parameter in zip(types, inspect.signature(getattr(v2d, name)).parameters):
            if parameter == "world":
                arguments.append(world)
            elif hasattr(kind, "contents"):  # a pointer
                arguments.append(None if null else (kind._type_ * 8)())
            elif issubclass(kind, ctypes.Structure):
                arguments.append(kind())
            elif kind is ctypes.c_void_p or issubclass(kind, ctypes._CFuncPtr):
                arguments.append(None)
            else:
                arguments.append(kind(number).value)
        try:
            getattr(v2d, name)(*arguments)
        except ValueError:  # more elements than the array has
            assert number > 8


@test
def nothing_and_zeros_do_no_harm_to_any_function():
    world = new_world()
    for number in (0, 1, -1, 8, 1000):
        for w in (None, v2d.world(), world):
            walk(w, number, True)
            walk(w, number, False)
    v2d.world_clear_status(world)
    bodies = v2d.world_counters(world).bodies.count
    v2d.circle(world, v2d.BODY_DYNAMIC, (0, 4), 1)
    v2d.check(v2d.world_step(world, 1 / 60, 4))
    assert v2d.world_counters(world).bodies.count == bodies + 1


@test
def the_library_computes_what_all_others_do():
    wrong = ctypes.c_char_p()
    assert v2d.selfcheck() == v2d.OK
    assert v2d.world_selfcheck(new_world(), ctypes.byref(wrong)) == v2d.OK and wrong.value is None
    assert v2d.version() == v2d.VERSION_MAJOR << 16 | v2d.VERSION_MINOR << 8 | v2d.VERSION_PATCH


@test
def errors_have_texts():
    world = new_world()
    body = v2d.box(world, v2d.BODY_DYNAMIC, (0, 0), 1, 1)
    shape_def = v2d.shape_def_default()
    shape_def.friction = -1
    assert v2d.is_null(v2d.shape_create(world, body, shape_def, v2d.geometry_box(1, 1)))
    error = v2d.world_error(world)
    assert (error.result, error.call, error.argument) == (v2d.ERROR_OUT_OF_RANGE, b"v2d_shape_create", b"def->friction")
    raises(RuntimeError, v2d.check, v2d.world_status(world))


@test
def ids_are_keys_and_numbers_have_64_bits():
    world = new_world()
    body_def = v2d.body_def_default()
    body_def.user = 2**63 + 5
    a, b = v2d.body_create(world, body_def), v2d.body_create(world, body_def)
    read = v2d.body_def_default()
    assert v2d.body_describe(world, a, read) == 0 and read.user == 2**63 + 5
    assert {a: 1, b: 2}[v2d.world_next_body(world, v2d.body_id())] == 1 and v2d.id_equals(a, a) and a != b
    assert v2d.dot((2, 3), (4, 5)) == 23 and repr(v2d.vec2(1, 2)) == "vec2(x=1.0, y=2.0)"
    raises(ctypes.ArgumentError, v2d.body_position, world, v2d.vec2(1, 2))


@test
def arrays_are_read_and_filled_and_none_is_overrun():
    ell = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]
    pieces, count = (v2d.geometry * 4)(), ctypes.c_int()
    assert v2d.polygon_area(ell, 6) == 3 and v2d.polygon_area((v2d.vec2 * 6)(*ell), 6) == 3
    v2d.check(v2d.polygon_decompose(ell, 6, pieces, 4, ctypes.byref(count)))
    assert count.value == 2 and sum(v2d.geometry_mass(p, 1).mass for p in pieces[:2]) == 3
    raises(ValueError, v2d.polygon_area, ell, 7)
    raises(ValueError, v2d.polygon_decompose, ell, 6, pieces, 5, None)


@test
def a_save_goes_on_as_the_world_does():
    world, other = new_world(), v2d.world()
    v2d.box(world, v2d.BODY_DYNAMIC, (0, 0), 1, 1)
    v2d.world_step(world, 1 / 60, 4)
    size = v2d.world_save(world, None, 0)
    saved = (ctypes.c_uint8 * size)()
    assert v2d.world_save(world, saved, size) == size
    v2d.check(v2d.world_load(other, bytes(saved), size))
    for w in (world, other):
        v2d.world_step(w, 1 / 60, 4)
    assert v2d.world_hash(world) == v2d.world_hash(other)
    raises(ValueError, v2d.world_save, world, saved, size + 1)


@test
def functions_of_the_caller_are_called():
    world, drawn = new_world(), []
    v2d.circle(world, v2d.BODY_DYNAMIC, (3, 4), 0.5)

    def circle(context, center, radius, rotation, style):
        drawn.append((center[0].x, center[0].y, radius, style[0].kind))

    draw = v2d.draw()
    draw.circle = v2d.draw_circle_fn(circle)
    v2d.check(v2d.world_draw(world, draw))
    assert drawn == [(3, 4, 0.5, v2d.DRAW_DYNAMIC)]
    step, profile = v2d.step_def_default(), v2d.profile()
    ticks = iter(range(10000))
    step.clock, step.profile = v2d.clock_fn(lambda context: next(ticks)), ctypes.pointer(profile)
    v2d.check(v2d.world_step_with(world, step))
    assert profile.total > 0
    other = new_world()
    v2d.circle(other, v2d.BODY_DYNAMIC, (3, 4), 0.5)
    v2d.world_step(other, step.dt, step.substeps)

    def one_by_one(context, count, task, argument):
        for i in range(count):
            task(argument, i)

    step.workers, step.parallel_for = 4, v2d.parallel_for_fn(one_by_one)
    v2d.check(v2d.world_step_with(world, step))
    v2d.world_step(other, step.dt, step.substeps)
    assert v2d.world_hash(world) == v2d.world_hash(other)


@test
def worlds_are_freed():
    for _ in range(300):
        world = v2d.world()
        assert v2d.world_status(world) == v2d.ERROR_NOT_INITIALIZED
        assert ctypes.cast(world._as_parameter_, ctypes.c_void_p).value % 64 == 0
    gc.collect()
    assert sum(isinstance(o, v2d.world) for o in gc.get_objects()) <= 1


failed = 0
for function in tests:
    name = function.__name__.replace("_", " ")
    try:
        function()
        print(f"ok - python: {name}", flush=True)
    except Exception:
        failed += 1
        print(f"not ok - python: {name}: {traceback.format_exc()}", flush=True)
sys.exit(failed > 0)
