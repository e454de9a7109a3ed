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
export PKG_CONFIG_PATH="${pc%/*}" PKG_CONFIG_SYSROOT_DIR="$root"
flags() { pkg-config "$@" nash; }

# the compiler may hold several words
"$@" -Wall -Wextra -Werror "$source/examples/solve.c" $(flags --cflags --libs) -o "$root/shared"
"$@" -Wall -Wextra -Werror "$source/examples/solve.c" $(flags --cflags) \
    -Wl,-Bstatic -lnash $(flags --libs-only-L) -Wl,-Bdynamic $(flags --static --libs | sed 's/-lnash//') -o "$root/static"
export LD_LIBRARY_PATH="${pc%/pkgconfig/nash.pc}"
ldd "$root/shared" | grep -q "$root.*libnash" || { echo "the shared library was not used"; exit 1; }
if ldd "$root/static" | grep -q libnash; then echo "the static library was not used"; exit 1; fi

problem='{"puzzle":"1.......2......."}'
cat >"$root/check.py" <<'END'
import json, sys
given, found = '1.......2.......', json.load(sys.stdin)['solution']
lines = [[(r, c) for c in range(4)] for r in range(4)] + [[(r, c) for r in range(4)] for c in range(4)]
lines += [[(r + i, c + k) for i in range(2) for k in range(2)] for r in (0, 2) for c in (0, 2)]
assert len(found) == 16 and all(a in ('.', b) for a, b in zip(given, found)), found
assert all({found[4 * r + c] for r, c in line} == set('1234') for line in lines), found
END
for program in shared static; do
    "$root/$program" sudoku "$problem" | python3 "$root/check.py"
    printf %s "$problem" | "$root/$program" sudoku | python3 "$root/check.py"
    if "$root/$program" sudoku '{"puzzle":' 2>"$root/error"; then echo "bad JSON was accepted"; exit 1; fi
    grep -q '^invalid-json' "$root/error"
    if "$root/$program" no-such-kind "$problem" 2>"$root/error"; then echo "unknown kind was accepted"; exit 1; fi
    grep -q '^unknown-kind' "$root/error"
done
