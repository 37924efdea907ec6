#!/bin/sh
# Makes the third-party files in assets/ anew: takes Swagger UI's browser bundle out of its published npm package,
# checks it against the digest below, drops the references to source maps that are not shipped, and gzips it.
# To move to another version, change both lines. Only the package itself is fetched, none of its dependencies.
# Needs npm, tar, gzip and sha256sum, and the network; building and running petcare needs none of them.
set -eu

version=5.35.0
digest=1b8e891893404ea4c3558b6a87e2a3e494e7eedba41168c2ece5800a391a6ea6

assets=$(cd "$(dirname "$0")" && pwd)/assets
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

npm pack --silent "swagger-ui-dist@$version" >/dev/null
echo "$digest  swagger-ui-dist-$version.tgz" | sha256sum --check --quiet
tar -xzf "swagger-ui-dist-$version.tgz"

for name in swagger-ui-bundle.js swagger-ui.css; do
	# gzip -n leaves name and time out, so that the same input gives the same bytes.
	sed -E 's@^(//|/\*)# sourceMappingURL=.*$@@' "package/$name" | gzip -9n >"$assets/$name.gz"
done
cp package/swagger-ui-bundle.js.LICENSE.txt "$assets/swagger-ui-bundle.js.LICENSE.txt"
cp package/LICENSE "$assets/swagger-ui.LICENSE.txt"
cp package/NOTICE "$assets/swagger-ui.NOTICE.txt"
