# needs git
# An upstream with two versions.
upstream=$(mktemp -d)
trap 'rm -rf "$upstream"' EXIT
git init --quiet "$upstream"
cp -r .expected/upstream/v1/. "$upstream"
git -C "$upstream" add --all
git -C "$upstream" commit --quiet --message v1
git -C "$upstream" tag v1
cp -r .expected/upstream/v2/. "$upstream"
git -C "$upstream" add --all
git -C "$upstream" commit --quiet --message v2
git -C "$upstream" tag v2
bash upgrade.sh "$upstream" v2 vendor/shop report.md
