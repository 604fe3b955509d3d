# README.md speaks of packages of the reader's own.
cp -r examples/upgrade/original v1
cp -r examples/upgrade/updated v2
cp -r examples/upgrade/dest my-package
