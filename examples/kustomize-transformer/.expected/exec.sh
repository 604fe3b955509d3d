# needs kustomize
kustomize build --enable-alpha-plugins --enable-exec .
