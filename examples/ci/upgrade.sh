#!/usr/bin/env bash
# Merges a new version of a vendored package:
#
#	upgrade.sh REPOSITORY VERSION DIRECTORY REPORT
#
# DIRECTORY/.upstream names the version it was made from.
set -euo pipefail
repository=$1 version=$2 directory=$3 report=$4

versions=$(mktemp -d)
trap 'rm -rf "$versions"' EXIT
get() { git -c advice.detachedHead=false clone --quiet --depth 1 --branch "$1" "$repository" "$versions/$2"; }
get "$(cat "$directory/.upstream")" original
get "$version" updated

krm-merge merge3 --original "$versions/original" --updated "$versions/updated" --dest "$directory" \
	--in-place --report md="$report"
echo "$version" > "$directory/.upstream"
