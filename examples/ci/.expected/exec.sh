# needs git
upstream=$(mktemp -d)
trap 'rm -rf "$upstream"' EXIT
bash .expected/upstream.sh "$upstream"
export XDG_CACHE_HOME="$upstream/cache"
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0="url.$upstream.insteadOf" GIT_CONFIG_VALUE_0=https://git.example.com/packages
git branch --quiet --move main
krm-merge upgrade vendor/shop --latest --report md=report.md || test $? = 1
