#!/bin/sh
# Makes a git repository in which somebody publishes releases 1.4 and 1.5 of this package:
#
#	publish.sh DIRECTORY
set -eu
example=$(cd "$(dirname "$0")" && pwd)
git init --quiet -b main "$1"
cd "$1"
for release in original:v1.4.0 updated:v1.5.0; do
	rm -rf bookshop
	cp -R "$example/${release%:*}" bookshop
	git add --all
	git -c user.name=upstream -c user.email=upstream@example.com commit --quiet --message "${release#*:}"
	git tag "${release#*:}"
done
