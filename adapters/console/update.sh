#!/bin/sh
# Makes the third-party files in static/vendor anew, out of their published npm packages, checked against the digests below.
# To move to another version, change both. Only the packages themselves are fetched, none of their dependencies. Needs npm, tar and
# sha256sum, and the network; building, running and testing petcare needs none of them.
set -eu

vendor=$(cd "$(dirname "$0")" && pwd)/static/vendor
work=$(mktemp -d)
cd "$work"

# take NAME VERSION DIGEST: unpacks a package into the folder NAME.
take() {
	npm pack --silent "$1@$2" >/dev/null
	echo "$3  $1-$2.tgz" | sha256sum --check --quiet
	mkdir "$1"
	tar -xzf "$1-$2.tgz" -C "$1" --strip-components 1
}

take htm 3.1.1 2425b9bee11409177bcabc7f32e319926fc6690c1701c0b257c88bdff2d5ba90
take preact 10.5.15 38ed030f0e0870102136bcee7a691fc820d7d0e65e3273beb590bd27eb23fcea
take uplot 1.6.32 4b8a8191e425658e3ea8c8c1314b0fc679c861ee3a1af2b20c7b16ba50b5133d

# htm's package holds Preact and htm as one module; Preact's package is taken for its licence alone.
cp htm/preact/standalone.module.js "$vendor/htm-preact.js"
{ echo "htm:"; cat htm/LICENSE; echo; echo "Preact:"; cat preact/LICENSE; } >"$vendor/htm-preact.LICENSE.txt"
{ cat uplot/dist/uPlot.iife.min.js; echo; echo 'export default uPlot;'; } >"$vendor/uplot.js"
cp uplot/LICENSE "$vendor/uplot.LICENSE.txt"
