#!/bin/sh
# Installs into an empty folder, compiles examples/solve.c against what lies there by pkg-config alone, shared and
# static, and solves a small puzzle with each.
# usage: example.sh BUILD_DIR SOURCE_DIR COMPILER...
set -eu
build=$1 source=$2
shift 2
if [ ! -e "$build/src/solvers/libnash.a" ]; then
    echo "skipped: libnash is not part of this build (no kind yet, or sanitizers)"
    exit 77
fi
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
meson install -C "$build" --no-rebuild --quiet --destdir "$root"
pc=$(find "$root" -name nash.pc)
export PKG_CONFIG_PATH="${pc%/*}"
flags() { pkg-config --define-prefix "$@" nash; }

# the compiler may hold several words
"$@" -Wall -Wextra -Werror "$source/examples/solve.c" $(flags --cflags --libs) -o "$root/shared"
"$@" -Wall -Wextra -Werror "$source/examples/solve.c" $(flags --cflags) \
    -Wl,-Bstatic -lnash $(flags --libs-only-L) -Wl,-Bdynamic $(flags --static --libs | sed 's/-lnash//') -o "$root/static"
export LD_LIBRARY_PATH="${pc%/pkgconfig/nash.pc}"
ldd "$root/shared" | grep -q "$root.*libnash" || { echo "the shared library was not used"; exit 1; }
if ldd "$root/static" | grep -q libnash; then echo "the static library was not used"; exit 1; fi

problem='{"puzzle":"1.......2......."}'
for program in shared static; do
    answer=$("$root/$program" sudoku "$problem")
    test "$answer" = "$(printf %s "$problem" | "$root/$program" sudoku)" || { echo "argument and stdin differ"; exit 1; }
    echo "$program: $answer"
    printf %s "$answer" | python3 -c 'import json, sys; assert type(json.load(sys.stdin)) is dict'
    if "$root/$program" sudoku '{"puzzle":' 2>"$root/error"; then echo "bad JSON was accepted"; exit 1; fi
    grep -q '^invalid-json' "$root/error"
    if "$root/$program" no-such-kind "$problem" 2>"$root/error"; then echo "unknown kind was accepted"; exit 1; fi
    grep -q '^unknown-kind' "$root/error"
done
