#!/usr/bin/env python3
"""Lines of each source file that the tests reached, from gcov: `make coverage`."""
import os
import re
import subprocess
import sys


def main():
    build = sys.argv[1]
    data = [os.path.join(top, name) for top, _, names in os.walk(build) for name in names
            if name.endswith('.gcda') and '/tests/' not in top]
    out = subprocess.run(['gcov', '--no-output', *data], capture_output=True, text=True, check=False).stdout
    lines = reached = 0
    for path, percent, count in re.findall(r"^File '((?:linter|rules|reports)/[^']+\.c)'\nLines executed:([\d.]+)% of (\d+)", out, flags=re.M):
        print(f'{float(percent):6.1f} %  {int(count):5d} lines  {path}')
        lines += int(count)
        reached += float(percent) * int(count) / 100
    if not lines:
        print('coverage: no data')
        return 1
    print(f'{100 * reached / lines:6.1f} %  {lines:5d} lines  all')
    return 0


if __name__ == '__main__':
    sys.exit(main())
