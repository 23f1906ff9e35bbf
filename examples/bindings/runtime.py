# SPDX-License-Identifier: MIT OR Unlicense
"""2D physics: verlet2d.h by ctypes. WRITTEN

Every function, constant and struct has its name in C without v2d_ or V2D_, and its parameters. A tuple will do
for a struct that is passed by value, a list for an array that is only read. The library lies beside this file.
"""
from __future__ import annotations

import ctypes as _c
import os as _os
import sys as _sys

_file = {"win32": "verlet2d.dll", "darwin": "libverlet2d.dylib"}.get(_sys.platform, "libverlet2d.so")
_library = _c.CDLL(_os.path.join(_os.path.dirname(_os.path.abspath(__file__)), _file))


def _function(name, returns, *parameters):
    function = getattr(_library, name)
    function.restype, function.argtypes = returns, parameters
    return function


class _Struct(_c.Structure):
    """Compared by its bytes, so that ids can be keys."""

    @classmethod
    def from_param(cls, value):
        return value if isinstance(value, cls) else cls(*value)

    def __eq__(self, other):
        return type(self) is type(other) and bytes(self) == bytes(other)

    def __hash__(self):
        return hash(bytes(self))

    def __repr__(self):
        values = (f"{name}={getattr(self, name)!r}" for name, _ in self._fields_)
        return f"{type(self).__name__}({', '.join(values)})"


def _array(values, kind, count):
    """A list becomes an array; what is shorter than `count` is refused."""
    if isinstance(values, (list, tuple)):
        values = (kind * len(values))(*values)
    if values is not None and hasattr(values, "__len__") and len(values) < count:
        raise ValueError(f"{count} elements of {len(values)}")
    return values


def _callback(function, kind):
    return function if isinstance(function, kind) else kind() if function is None else kind(function)


class world:
    """Memory of a world, freed with this object; give it to world_init() first."""

    def __init__(self):
        size, alignment = _library.v2d_world_size(), 64
        self._memory = _c.create_string_buffer(size + alignment)
        address = _c.addressof(self._memory)
        self._as_parameter_ = _c.c_void_p(address + -address % alignment)


def is_null(id) -> bool:
    """Whether an id of any kind is the null id."""
    return id.index1 == 0


def id_equals(a, b) -> bool:
    """Whether two ids of one kind name the same object; so does a == b."""
    return a == b


def check(result: int) -> None:
    """Raises a RuntimeError with the text of a result that is not OK, or of minus a result."""
    if result != 0:
        raise RuntimeError(result_text(abs(result)))


# ---- generated -----------------------------------------------------------------------------------

_library.v2d_world_size.restype = _c.c_size_t
