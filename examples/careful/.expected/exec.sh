# needs kpt
kpt fn render merges --allow-exec
if said=$(kpt fn render conflicts --allow-exec --truncate-output=false 2>&1); then
	exit 1
fi
grep --quiet 'spec.containers\[name=web\].args' <<<"$said"
