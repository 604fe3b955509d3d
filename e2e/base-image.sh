#!/usr/bin/env bash
# Makes the image that the Dockerfile builds in out of this machine's own Go, shell
# and certificates, for machines that can run containers but pull no images:
#
#	e2e/base-image.sh golang:1.26.8
set -euo pipefail
name=${1:?usage: base-image.sh name}
goroot=$(go env GOROOT)

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

programs=(/bin/sh /bin/mkdir /bin/cp /bin/find /bin/touch)
mapfile -t libraries < <(ldd "${programs[@]}" | grep -o '/[^ :]*[.]so[^ :]*' | sort -u)
for file in "${programs[@]}" "${libraries[@]}"; do
	install -D "$file" "$root$file"
done
install -D -m 644 "${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}" "$root/etc/ssl/certs/ca-certificates.crt"
install -d -m 1777 "$root/tmp"
mkdir -p "$root$goroot"
cp -RL "$goroot/." "$root$goroot"

tar --create --directory "$root" . |
	docker import \
		--change "ENV PATH=$goroot/bin:/bin" \
		--change "ENV GOPROXY=$(go env GOPROXY)" \
		- "$name" >/dev/null
