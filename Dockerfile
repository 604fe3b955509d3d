# The function as an image: a static binary and nothing else but the user
# nobody, as whom kpt and kustomize run it. They look the name up in the image.
ARG GO_IMAGE=golang:1.26.8

FROM --platform=${BUILDPLATFORM:-linux/amd64} ${GO_IMAGE} AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG TARGETOS
ARG TARGETARCH
ARG VERSION=dev
# Of all files of the image, so that two builds of a commit give the same layer.
ARG SOURCE_DATE_EPOCH=0
RUN CGO_ENABLED=0 GOOS=${TARGETOS} GOARCH=${TARGETARCH} \
    go build -trimpath -buildvcs=false -ldflags "-s -w -X main.version=${VERSION}" -o /out/usr/local/bin/function . \
 && mkdir -p /out/etc \
 && printf 'nobody:x:65534:65534:nobody:/:/sbin/nologin\n' > /out/etc/passwd \
 && printf 'nobody:x:65534:\n' > /out/etc/group \
 && cp LICENSE THIRD_PARTY_NOTICES.md /out/ \
 && find /out -exec touch -d "@${SOURCE_DATE_EPOCH}" {} +

FROM scratch
ARG VERSION=dev
ARG REVISION=""
ARG CREATED=""
LABEL org.opencontainers.image.title="krm-merge" \
      org.opencontainers.image.description="Merges Kubernetes resources, carrying upstream's changes into a package that was changed locally" \
      org.opencontainers.image.source="https://github.com/krm-merge/krm-merge" \
      org.opencontainers.image.documentation="https://github.com/krm-merge/krm-merge/blob/main/README.md" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}"
COPY --from=build /out/ /
USER 65534:65534
ENTRYPOINT ["/usr/local/bin/function"]
