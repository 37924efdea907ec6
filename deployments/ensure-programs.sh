#!/bin/sh
# Sees to it that this machine has the programs named, whose packages have the same names. Installs what is missing with apt-get, dnf or
# brew (as root or with sudo), or says what to install and fails.
set -eu

say() { echo "ensure-programs: $*" >&2; }

as_root() {
	if [ "$(id -u)" -eq 0 ]; then
		"$@"
	else
		sudo -n "$@"
	fi
}

for program in "$@"; do
	command -v "$program" >/dev/null 2>&1 && continue
	say "installing $program"
	if command -v apt-get >/dev/null 2>&1; then
		as_root apt-get update && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$program" || true
	elif command -v dnf >/dev/null 2>&1; then
		as_root dnf -y install "$program" || true
	elif command -v brew >/dev/null 2>&1; then
		brew install "$program" || true
	fi
	command -v "$program" >/dev/null 2>&1 && continue
	say "$program is needed: apt-get install $program, dnf install $program or brew install $program"
	exit 1
done
