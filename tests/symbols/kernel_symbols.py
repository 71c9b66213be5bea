#!/usr/bin/env python3
"""Fails on symbols that a kernel's object offers to the rest of the program.

A kernel is compiled for newer processors than the rest. An inline function or a template's instance that its object
holds under the same name as another object's may be the copy that the linker keeps for the whole program, which then
crashes on an older processor. So whatever such an object defines with external linkage, weak or not, must lie in the
namespace threatperft::BUILD, which no other object uses. Nor may it hold code that runs before main, on any processor.

With --leaks SOURCE the check is itself checked: exactly the names in lines "// leak: NAME" of SOURCE must be found.
"""

import argparse
import re
import subprocess
import sys

# What stands between _Z and the name: tables, guards, thunks and the enclosing function of a local; then the
# qualifiers of a member function.
SPECIAL = r"(?:T[VTISC]|GV|GR|Th?n?\d+_|Tv\d+_n?\d+_|Z|N|[rVK]|[RO](?=\d))*"


# A pointer to the C++ runtime's routine for unwinding: data, and the same in every object that cleans up.
ALLOWED = {"DW.ref.__gxx_personality_v0"}


def defined_symbols(nm, objects):
    """The mangled names of everything that the objects define for others to link with."""
    output = subprocess.run([nm, "--defined-only", "--extern-only", "--format=posix", *objects],
                            check=True, capture_output=True, text=True).stdout
    for line in output.splitlines():
        fields = line.split()
        if len(fields) >= 2 and not line.endswith(":") and fields[0] not in ALLOWED:
            yield fields[0]


def is_own(symbol, build):
    own = f"11threatperft{len(build)}{build}"
    return re.match(f"_Z{SPECIAL}{own}", symbol) is not None


def initializers(objdump, objects):
    """A line for every object with code that runs before main."""
    output = subprocess.run([objdump, "--section-headers", *objects],
                            check=True, capture_output=True, text=True).stdout
    return ["code that runs before main"] * len(re.findall(r"\s\.(?:init_array|ctors|preinit_array)\b", output))


def demangle(symbols):
    if not symbols:
        return []
    output = subprocess.run(["c++filt"], input="\n".join(symbols), check=True, capture_output=True, text=True).stdout
    return output.splitlines()


def check_the_check(source, leaks):
    with open(source, encoding="utf-8") as text:
        expected = sorted(re.findall(r"// leak: (.*)", text.read()))
    found = sorted(leaks)
    if found != expected:
        print("expected to find:", *expected, "found:", *found, sep="\n  ")
        return 1
    print(f"all {len(expected)} leaks were found, and nothing else")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--objdump", default="objdump")
    parser.add_argument("--build", required=True, help="the namespace in threatperft that the objects may define into")
    parser.add_argument("--leaks", metavar="SOURCE")
    parser.add_argument("objects", nargs="+")
    arguments = parser.parse_args()

    symbols = list(defined_symbols(arguments.nm, arguments.objects))
    leaks = demangle([name for name in symbols if not is_own(name, arguments.build)])
    leaks += initializers(arguments.objdump, arguments.objects)
    if arguments.leaks:
        return check_the_check(arguments.leaks, leaks)
    if all(not is_own(name, arguments.build) for name in symbols):
        print(f"the objects define nothing in threatperft::{arguments.build}: were they built?")
        return 1
    for leak in leaks:
        print(f"not in threatperft::{arguments.build}: {leak}")
    print(f"{len(symbols)} symbols, {len(leaks)} leaks")
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
