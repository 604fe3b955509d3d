# Makes upstream's repository, with two versions: upstream.sh DIRECTORY
set -euo pipefail
versions=$(dirname "$0")/upstream
commit() { git -C "$upstream" -c user.name=upstream -c user.email=upstream@example.com commit --quiet --message "$1"; }
upstream=$1
git init --quiet "$upstream"
for version in v1 v2; do
	cp -r "$versions/$version/." "$upstream"
	git -C "$upstream" add --all
	commit $version
	git -C "$upstream" tag $version
done
