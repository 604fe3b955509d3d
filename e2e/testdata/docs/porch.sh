# The image by the name that it is released under.
docker tag "$IMAGE" ghcr.io/krm-merge/krm-merge:v0.1.0
