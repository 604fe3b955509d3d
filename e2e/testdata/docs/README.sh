# README.md speaks of packages of the reader's own.
rm -rf v1 v2 my-package
cp -r examples/upgrade/original v1
cp -r examples/upgrade/updated v2
cp -r examples/upgrade/dest my-package
case $BLOCK in
*"kpt fn"*) rm -rf my-package; cp -r examples/upgrade my-package ;;
*"kustomize build"*) cd examples/kustomize-transformer ;;
esac
