# Each block begins with the example as it is.
rm -rf examples/upgrade
cp -r "$(dirname "$(readlink docs)")/examples/upgrade" examples/
