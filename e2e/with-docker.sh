#!/usr/bin/env bash
# Runs a command with a Docker engine, and starts one for it where none runs:
#
#	e2e/with-docker.sh make image-e2e
#
# The engine is the command's own: its socket, its images and its state are in a
# temporary directory, and it is gone when the command is done. As root on Debian
# it is installed if it is missing.
set -euo pipefail
[ $# -gt 0 ] || { echo "usage: with-docker.sh command..." >&2; exit 2; }

if docker info >/dev/null 2>&1; then
	exec "$@"
fi

fail() { echo "with-docker.sh: $*" >&2; exit 1; }

[ "$(id -u)" = 0 ] || fail "no Docker engine answers, and only root can start one; start it, or set DOCKER_HOST"
if ! command -v dockerd >/dev/null || ! command -v docker >/dev/null; then
	command -v apt-get >/dev/null || fail "no Docker engine answers, and dockerd is not installed; install it"
	echo "installing docker.io" >&2
	apt-get update -qq
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends docker.io >/dev/null ||
		fail "dockerd is not installed, and apt-get cannot install docker.io"
fi

# Machines without an init system may have no control groups mounted.
if [ -z "$(ls -A /sys/fs/cgroup 2>/dev/null)" ]; then
	mount -t cgroup2 cgroup2 /sys/fs/cgroup || fail "no control groups in /sys/fs/cgroup, and they cannot be mounted; Docker needs them"
fi

state=$(mktemp -d)
engine=
stop() {
	[ -z "$engine" ] || ! kill "$engine" 2>/dev/null || wait "$engine" || true
	engine=
}
# The engine leaves the name space of the host's network mounted.
clean() {
	stop
	awk -v state="$state/" 'index($2, state) == 1 { print $2 }' /proc/mounts | xargs -r umount --lazy
	rm -rf --one-file-system "$state"
}
trap clean EXIT
trap 'exit 130' INT TERM

export DOCKER_HOST="unix://$state/docker.sock"

# start gives the engine 60 seconds to answer.
start() {
	rm -f "$state/docker.pid"
	dockerd --host "$DOCKER_HOST" --data-root "$state/data" --exec-root "$state/exec" --pidfile "$state/docker.pid" "$@" \
		</dev/null >>"$state/log" 2>&1 &
	engine=$!
	for _ in $(seq 120); do
		if docker info >/dev/null 2>&1; then
			return 0
		fi
		kill -0 "$engine" 2>/dev/null || break
		sleep 0.5
	done
	stop
	return 1
}

# Without the kernel's overlays or packet filter an engine can do less, but
# enough: containers of functions have no network, and images are built on the
# host's.
start ||
	start --storage-driver=vfs ||
	start --storage-driver=vfs --iptables=false --ip6tables=false --bridge=none || {
	tail -n 20 "$state/log" >&2
	fail "dockerd does not start on this machine; its log is above"
}

status=0
"$@" || status=$?
exit "$status"
