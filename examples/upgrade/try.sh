#!/bin/sh
# Goes through an upgrade, with nothing but Go and git: a package is taken from a git
# repository, changed and upgraded, and what both sides changed is answered. All that it
# makes is in a new directory.
set -eu
for program in go git; do
	command -v "$program" >/dev/null || { echo "install $program first" >&2 && exit 1; }
done
example=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
(cd "$example/../.." && go build -o "$work/bin/krm-merge" .)
PATH=$work/bin:$PATH
export XDG_CACHE_HOME="$work/cache" GIT_CONFIG_GLOBAL=/dev/null
export GIT_AUTHOR_NAME=you GIT_AUTHOR_EMAIL=you@example.com GIT_COMMITTER_NAME=you GIT_COMMITTER_EMAIL=you@example.com

# Somebody publishes releases 1.4 and 1.5 of a package.
sh "$example/publish.sh" "$work/upstream"

# run shows a command and runs it; with exit code 1 it leaves something to you.
run() {
	printf '\n$ %s\n' "$*"
	"$@" || test $? = 1
}
commit() {
	git add --all
	git commit --quiet --message "$1"
}

# You take the first, and make it yours.
git init --quiet -b main "$work/yours"
cd "$work/yours"
run krm-merge get ../upstream.git/bookshop@v1.4.0
commit "Take bookshop"
run cp -R "$example/dest/." bookshop
run rm bookshop/autoscaler.yaml
commit "Make it ours"

# Now you upgrade. What both sides changed is left to you, and you answer.
run krm-merge upgrade bookshop --latest
run krm-merge check
run krm-merge resolve --take upstream --path 'spec.template.spec.containers[*].resources'
run krm-merge resolve --take yours --resource CronJob/reindex
run krm-merge check
run git diff --stat
commit "Upgrade bookshop to v1.5.0"
printf '\nIt is all in %s\n' "$work"
