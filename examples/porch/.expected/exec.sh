# needs kpt
# needs docker
# needs an image
docker tag "$IMAGE" "$(sed -n 's/^  - image: //p' Kptfile)"
kpt fn render . --image-pull-policy never
