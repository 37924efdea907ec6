#!/bin/sh
# Sees to it that this machine has PostgreSQL's server programs and its contrib extensions. Does nothing when they are
# there; else installs them with apt-get, dnf or brew (as root or with sudo), or says what to install and fails.
# No system-wide server is started: petcare runs its own.
set -eu

oldest=14

say() { echo "ensure-postgres: $*" >&2; }

# The same places that platform/postgres/cluster/programs.go looks at.
server_folders() {
	ls -d /usr/lib/postgresql/*/bin /usr/pgsql-*/bin /opt/homebrew/opt/postgresql*/bin \
		/usr/local/opt/postgresql*/bin /home/linuxbrew/.linuxbrew/opt/*sql*/bin /usr/lib/postgresql*/bin 2>/dev/null || true
	if command -v postgres >/dev/null 2>&1; then
		dirname "$(command -v postgres)"
	fi
}

new_enough() {
	major=$("$1/postgres" --version 2>/dev/null | sed -n 's/.*(PostgreSQL) \([0-9][0-9]*\).*/\1/p')
	[ -n "$major" ] && [ "$major" -ge "$oldest" ]
}

# The service's migrations create pg_trgm, btree_gin and btree_gist.
has_contrib() {
	version=${1%/bin}
	version=${version##*/}
	for control in "$1"/../share/extension/pg_trgm.control "$1"/../share/*/extension/pg_trgm.control \
		/usr/share/postgresql/"$version"/extension/pg_trgm.control /usr/share/postgresql*/extension/pg_trgm.control; do
		[ -e "$control" ] && return 0
	done
	share=$("$1/pg_config" --sharedir 2>/dev/null) && [ -e "$share/extension/pg_trgm.control" ]
}

present() {
	for dir in $(server_folders); do
		if [ -x "$dir/initdb" ] && new_enough "$dir" && has_contrib "$dir"; then
			return 0
		fi
	done
	return 1
}

# as_root COMMAND...: fails where there is no way to become root without a question.
as_root() {
	if [ "$(id -u)" -eq 0 ]; then
		"$@"
	else
		sudo -n "$@"
	fi
}

can_be_root() {
	[ "$(id -u)" -eq 0 ] || { command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; }
}

# Debian makes and starts a cluster with the server package unless it is told not to, for the time of the installation.
no_main_cluster=/etc/postgresql-common/createcluster.d/petcare-no-main-cluster.conf

install_with_apt() {
	as_root apt-get update
	as_root mkdir -p "${no_main_cluster%/*}"
	trap 'as_root rm -f "$no_main_cluster"' EXIT
	trap 'exit 1' INT TERM HUP
	echo 'create_main_cluster = false' | as_root tee "$no_main_cluster" >/dev/null
	as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql
}

install_with_dnf() {
	# RHEL 8 and 9 hold newer versions back in a module; elsewhere there is none, and none is needed.
	as_root dnf -y module enable postgresql:16 >/dev/null 2>&1 || true
	as_root dnf -y install postgresql-server postgresql-contrib
}

give_up() {
	say "PostgreSQL $oldest or newer is needed, with its contrib extensions, and $1. Install it with one of:"
	say "  Debian, Ubuntu:  apt-get update && apt-get install postgresql"
	say "  Fedora, RHEL:    dnf install postgresql-server postgresql-contrib"
	say "  macOS:           brew install postgresql@17"
	say "or set PETCARE_DATABASE_URL (for tests: TEST_DATABASE_URL) to a server of your own."
	exit 1
}

if present; then
	exit 0
fi
if command -v apt-get >/dev/null 2>&1; then
	can_be_root || give_up "this user cannot install it (no root, no sudo without a password)"
	say "installing PostgreSQL with apt-get"
	install_with_apt || give_up "apt-get did not install it"
elif command -v dnf >/dev/null 2>&1; then
	can_be_root || give_up "this user cannot install it (no root, no sudo without a password)"
	say "installing PostgreSQL with dnf"
	install_with_dnf || give_up "dnf did not install it"
elif command -v brew >/dev/null 2>&1; then
	say "installing PostgreSQL with brew"
	brew install postgresql@17 || give_up "brew did not install it"
else
	give_up "there is no apt-get, dnf or brew here"
fi
present || give_up "what was installed is too old or incomplete"
