UPSTREAM=$PWD/upstream
for version in v1 v2; do
	git init --quiet "$UPSTREAM"
	cp -r examples/ci/.expected/upstream/$version/. "$UPSTREAM"
	git -C "$UPSTREAM" add --all
	git -C "$UPSTREAM" commit --quiet --message $version
	git -C "$UPSTREAM" tag $version
done
