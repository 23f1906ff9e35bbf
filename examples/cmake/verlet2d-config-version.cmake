# SPDX-License-Identifier: MIT OR Unlicense
# verlet2d-config-version.cmake - for find_package(verlet2d 0.4): the version that the header says. Before 1.0
# another minor version may have another interface.
get_filename_component(verlet2d_folder "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
if(NOT EXISTS "${verlet2d_folder}/verlet2d.h")
    get_filename_component(verlet2d_folder "${CMAKE_CURRENT_LIST_DIR}/../../../include" ABSOLUTE)
endif()
set(verlet2d_numbers)
foreach(verlet2d_part MAJOR MINOR PATCH)
    file(STRINGS "${verlet2d_folder}/verlet2d.h" verlet2d_line REGEX "^#define V2D_VERSION_${verlet2d_part} [0-9]+$")
    string(REGEX MATCH "[0-9]+$" verlet2d_number "${verlet2d_line}")
    list(APPEND verlet2d_numbers "${verlet2d_number}")
endforeach()
list(JOIN verlet2d_numbers "." PACKAGE_VERSION)
string(REGEX MATCH "^[0-9]+\\.[0-9]+" verlet2d_series "${PACKAGE_VERSION}")
if("${PACKAGE_FIND_VERSION_MAJOR}.${PACKAGE_FIND_VERSION_MINOR}" STREQUAL verlet2d_series
   AND NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
endif()
