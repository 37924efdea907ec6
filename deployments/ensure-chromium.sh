#!/bin/sh
# Sees to it that this machine has Chromium, for the tests of the console. Does nothing when it is there; else installs it with
# apt-get, dnf or brew (as root or with sudo), or says what to install and fails. Debian's build without a window needs half of the
# processor time: root, as in a container, gets it even where there is another.
set -eu

say() { echo "ensure-chromium: $*" >&2; }

light=chromium-headless-shell

# The same names that cmd/browser looks for, in the same order.
present() {
	for name in $light chromium chromium-browser google-chrome; do
		command -v "$name" >/dev/null 2>&1 && return 0
	done
	[ -x /Applications/Chromium.app/Contents/MacOS/Chromium ] || [ -x "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" ]
}

as_root() {
	if [ "$(id -u)" -eq 0 ]; then
		"$@"
	else
		sudo -n "$@"
	fi
}

from_apt() {
	say "installing $1 with apt-get"
	as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$1"
}

command -v $light >/dev/null 2>&1 && exit 0
if [ "$(id -u)" -eq 0 ] && apt-cache show $light >/dev/null 2>&1; then
	from_apt $light || true
fi
present && exit 0
if command -v apt-get >/dev/null 2>&1; then
	as_root apt-get update && { from_apt $light || from_apt chromium; } || true
elif command -v dnf >/dev/null 2>&1; then
	say "installing Chromium with dnf"
	as_root dnf -y install chromium || true
elif command -v brew >/dev/null 2>&1; then
	say "installing Chromium with brew"
	brew install --cask chromium || true
fi
present && exit 0
say "Chromium is needed: apt-get install chromium, dnf install chromium or brew install --cask chromium"
exit 1
