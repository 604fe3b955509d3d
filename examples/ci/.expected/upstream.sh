# Makes upstream's repository, with two versions: upstream.sh DIRECTORY. Its commits are the
# same each time, so that the Kptfile of vendor/shop can name one.
set -euo pipefail
versions=$(cd "$(dirname "$0")/upstream" && pwd)
export GIT_AUTHOR_NAME=upstream GIT_AUTHOR_EMAIL=upstream@example.com GIT_AUTHOR_DATE=2026-01-01T00:00:00Z
export GIT_COMMITTER_NAME=upstream GIT_COMMITTER_EMAIL=upstream@example.com GIT_COMMITTER_DATE=2026-01-01T00:00:00Z
git init --quiet --initial-branch=main --object-format=sha1 "$1"
cd "$1"
for version in v1.0.0 v1.1.0; do
	mkdir -p shop
	cp -r "$versions/$version/." shop
	git add --all
	git commit --quiet --message $version
	git tag $version
done
