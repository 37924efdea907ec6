#!/bin/sh
# Sees to it that this machine has Chromium, for the tests of the console. Does nothing when it is there; else installs it with
# apt-get, dnf or brew (as root or with sudo), or says what to install and fails.
set -eu

say() { echo "ensure-chromium: $*" >&2; }

# The same names that cmd/browser looks for.
present() {
	for name in chromium chromium-browser google-chrome; do
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

present && exit 0
if command -v apt-get >/dev/null 2>&1; then
	say "installing Chromium with apt-get"
	as_root apt-get update && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium || true
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
