#!/usr/bin/env bash
# Fails when a package that modules from elsewhere may import (the list in deployments/MODULES.md) has changed incompatibly since the
# commit that last changed modules/VERSION, unless that has a new version now. The other side is made from the history rather than
# committed: it has 2.5 MB. $1 is apidiff.
set -euo pipefail
cd "$(dirname "$0")/.."
apidiff=$(realpath "$1")
module=github.com/petcare/petcare

if [ "$(git rev-parse --is-shallow-repository)" != false ]; then
	echo "the Go packages for modules were not compared: that needs the history (git fetch --unshallow)"
	exit 0
fi
base=$(git log -1 --format=%H -- modules/VERSION)
if [ -z "$base" ] || ! git diff --quiet "$base" -- modules/VERSION; then
	exit 0 # a new version
fi
if git diff --quiet "$base" -- adapters/httpapi cmd modules platform; then
	exit 0 # the same
fi
old=$PWD/bin/api-$base
if [ ! -s "$old" ]; then
	rm -f bin/api-*
	tree=$(mktemp -d)
	trap 'rm -rf "$tree"' EXIT
	git archive "$base" | tar -x -C "$tree"
	(cd "$tree" && "$apidiff" -m -w "$old.new" "$module" 2>/dev/null)
	mv "$old.new" "$old"
fi
listed=$(sed -n '/^```packages$/,/^```$/p' deployments/MODULES.md | grep -v '^```' | tr -s ' \n' '|' | sed 's/|$//')
changes=$("$apidiff" -m -incompatible "$old" "$module" 2>/dev/null)
# A method more in an interface of a module breaks nobody: the module itself implements those, others call its service.
own='^- \./modules/[a-z/]+\.[A-Za-z]+\.[A-Za-z]+: added$'
if found=$(grep -E "^- (\./($listed)\.|package $module/($listed):)|^- ($listed): " <<<"$changes" | grep -vE "$own"); then
	echo "modules from elsewhere would not build any more (see deployments/MODULES.md): keep what they use, or write a new version into modules/VERSION"
	echo "$found"
	exit 1
fi
