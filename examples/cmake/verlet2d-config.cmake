# SPDX-License-Identifier: MIT OR Unlicense
# verlet2d-config.cmake - find_package(verlet2d). `make install` copies it to share/cmake/verlet2d; it also serves
# the source tree, for FetchContent.
#
# verlet2d::header    the header alone: one file of the program defines VERLET2D_IMPLEMENTATION
# verlet2d::verlet2d  the engine as a static library, compiled in the program's own build. Capacities and other
#                     macros are set on its target, and reach all that link to it:
#                         target_compile_definitions(verlet2d PUBLIC V2D_MAX_BODIES=64)
if(NOT TARGET verlet2d)
    get_filename_component(verlet2d_folder "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
    if(NOT EXISTS "${verlet2d_folder}/verlet2d.h")
        get_filename_component(verlet2d_folder "${CMAKE_CURRENT_LIST_DIR}/../../../include" ABSOLUTE)
    endif()

    add_library(verlet2d_header INTERFACE)
    add_library(verlet2d::header ALIAS verlet2d_header)
    target_include_directories(verlet2d_header INTERFACE "${verlet2d_folder}")
    if(UNIX)
        target_link_libraries(verlet2d_header INTERFACE m)
    endif()

    # In C where the program has C among its languages.
    set(verlet2d_source "${CMAKE_BINARY_DIR}/verlet2d/verlet2d.c")
    if(NOT CMAKE_C_COMPILER_LOADED)
        set(verlet2d_source "${CMAKE_BINARY_DIR}/verlet2d/verlet2d.cpp")
    endif()
    if(NOT EXISTS "${verlet2d_source}")
        file(WRITE "${verlet2d_source}" "#define VERLET2D_IMPLEMENTATION\n#include \"verlet2d.h\"\n")
    endif()
    add_library(verlet2d STATIC EXCLUDE_FROM_ALL "${verlet2d_source}")
    add_library(verlet2d::verlet2d ALIAS verlet2d)
    set_target_properties(verlet2d PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_link_libraries(verlet2d PUBLIC verlet2d_header)
endif()
