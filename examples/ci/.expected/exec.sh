# needs git
upstream=$(mktemp -d)
trap 'rm -rf "$upstream"' EXIT
bash .expected/upstream.sh "$upstream"
bash upgrade.sh "$upstream" v2 vendor/shop report.md
