#!/bin/sh
# Sees to it that this machine has PgBouncer, for make chaos. Does nothing when it is there; else installs it with
# apt-get, dnf or brew (as root or with sudo), without leaving a service running, or says what to install and fails.
set -eu

say() { echo "ensure-pgbouncer: $*" >&2; }

present() { command -v pgbouncer >/dev/null 2>&1 || [ -x /usr/sbin/pgbouncer ]; }

as_root() {
	if [ "$(id -u)" -eq 0 ]; then
		"$@"
	else
		sudo -n "$@"
	fi
}

# Debian starts what it installs; the test starts its own.
no_service() {
	as_root systemctl disable --now pgbouncer >/dev/null 2>&1 || as_root service pgbouncer stop >/dev/null 2>&1 || true
}

present && exit 0
if command -v apt-get >/dev/null 2>&1; then
	say "installing PgBouncer with apt-get"
	as_root apt-get update && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends pgbouncer && no_service || true
elif command -v dnf >/dev/null 2>&1; then
	say "installing PgBouncer with dnf"
	as_root dnf -y install pgbouncer || true
elif command -v brew >/dev/null 2>&1; then
	say "installing PgBouncer with brew"
	brew install pgbouncer || true
fi
present && exit 0
say "PgBouncer is needed: apt-get install pgbouncer, dnf install pgbouncer or brew install pgbouncer"
exit 1
