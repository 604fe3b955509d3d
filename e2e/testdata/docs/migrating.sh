# An upstream with two versions, and a package that was made from the first.
UPSTREAM=$PWD/upstream
git init --quiet "$UPSTREAM"
cp -r examples/upgrade/original/. "$UPSTREAM"
git -C "$UPSTREAM" add --all
git -C "$UPSTREAM" commit --quiet --message v1
git -C "$UPSTREAM" tag v1
cp -r examples/upgrade/updated/. "$UPSTREAM"
git -C "$UPSTREAM" add --all
git -C "$UPSTREAM" commit --quiet --message v2
git -C "$UPSTREAM" tag v2
krm-merge get "$UPSTREAM@v1" my-package
cp -r examples/upgrade/dest/. my-package
git init --quiet
git add my-package
git commit --quiet --message mine
