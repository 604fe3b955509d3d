# check   everything that must hold before a change is committed, but for what is
#         under fuzz and e2e
# update  rewrite what is generated from something else: code, documents, goldens
# fuzz    every fuzz target for FUZZTIME
# packages  upgrade published packages; KRM_MERGE_REPOSITORIES names a directory of their repositories
# bench   against kyaml on the same input, as ratios
# e2e     under the real kpt and kustomize; nothing may be skipped
# screenshots  the pictures in docs/images, of real runs, anew
# image   the container image
# image-e2e  the image under docker, kpt and kustomize, built here without pulling one
# cross   the binary for every platform of a release
# notices  the licences of what is linked, which releases hold
# wasm    the function as a module of WebAssembly for kpt

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := check

# The tools, by exact versions; the files bin/.NAME-VERSION say what is installed.
GOLANGCI_LINT := v2.15.0
ACTIONLINT := v1.7.7
KUSTOMIZE := v5.8.1

FUZZTIME ?= 10s
# A target that does not end by then is tried once more, and fails if it does not again.
FUZZMOST ?= 5m
# With a registry in front: kpt puts its own in front of a bare name.
IMAGE ?= ghcr.io/krm-merge/krm-merge:dev
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)

# As the Dockerfile and .goreleaser.yaml build it.
BUILD := CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags "-s -w -X main.version=$(VERSION)"
PLATFORMS := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

export GOBIN := $(CURDIR)/bin

.PHONY: check
check: format vet lint race generated

.PHONY: format
format:
	@files=$$(git ls-files -co --exclude-standard '*.go'); \
	unformatted=$$(gofmt -l $$files); \
	if [ -n "$$unformatted" ]; then echo "not formatted by gofmt:"; echo "$$unformatted"; exit 1; fi

.PHONY: vet
vet:
	go vet ./...
	@mods=$$(git ls-files -co --exclude-standard '*/go.mod'); \
	for mod in $$mods; do echo "go vet, go test in $$(dirname $$mod)"; (cd $$(dirname $$mod) && go vet ./... && go test ./...); done

.PHONY: lint
lint: bin/.golangci-lint-$(GOLANGCI_LINT) bin/.actionlint-$(ACTIONLINT)
	bin/golangci-lint run ./...
	cd e2e && ../bin/golangci-lint run ./...
	cd tools && ../bin/golangci-lint run ./...
	bin/actionlint .github/workflows/*.yml examples/ci/github.yml examples/ci/github-check.yml examples/flux/render.yml

.PHONY: race
race:
	go test -race ./...

# Generates everything anew and fails if that changes a file, committed or not.
.PHONY: generated
generated:
	@sums() { git ls-files -co --exclude-standard -z | sort -z | xargs -0 sha256sum; }; \
	before=$$(sums); go generate ./...; after=$$(sums); \
	if [ "$$before" != "$$after" ]; then echo "not current, run make update:"; diff <(echo "$$before") <(echo "$$after") | awk '{print $$3}' | sort -u; exit 1; fi

.PHONY: update
update:
	go generate ./...
	gofmt -w $$(git ls-files -co --exclude-standard '*.go')
	for dir in $$(git ls-files -co --exclude-standard '*_test.go' | xargs grep -l '"update"' | xargs -n 1 dirname | sort -u); do \
		go test ./$$dir -update; \
	done
	cd e2e && KRM_MERGE_E2E_UPDATE=1 go test -run 'TestExamples' .

.PHONY: fuzz
fuzz:
	@for pkg in $$(go list ./...); do \
		for target in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
			echo "$$pkg $$target"; \
			fuzz() { timeout --kill-after=10 $(FUZZMOST) go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$pkg; }; \
			fuzz || { [ $$? = 124 ] && echo "$$target did not end within $(FUZZMOST); once more" && fuzz; }; \
		done; \
	done

.PHONY: packages
packages:
	cd tools && go test -count=1 -timeout=60m -run TestPackages -v ./packages

.PHONY: bench
bench:
	go run -C tools ./bench

.PHONY: e2e
e2e: bin/.kustomize-$(KUSTOMIZE)
	cd e2e && KRM_MERGE_E2E=required go test -count=1 ./...

.PHONY: screenshots
screenshots:
	cd e2e && KRM_MERGE_PICTURES=1 go test -count=1 -run 'TestPictures|TestPagePicture' .

.PHONY: notices
notices:
	go run -C tools ./notices -root ..

.PHONY: image
image: notices
	docker build --build-arg VERSION=$(VERSION) -t $(IMAGE) .

# Builds on the machine's own Go and root file system, so that nothing is pulled.
# The binary in the image, built in another place and without a cache, must be the
# one that is built here.
.PHONY: image-e2e
image-e2e: notices bin/.kustomize-$(KUSTOMIZE)
	e2e/base-image.sh $$(sed -n 's/^ARG GO_IMAGE=//p' Dockerfile)
	docker build --network=host --build-arg VERSION=$(VERSION) -t $(IMAGE) .
	$(BUILD) -o bin/function .
	container=$$(docker create $(IMAGE)); \
	docker cp $$container:/usr/local/bin/function bin/function-of-image; \
	docker rm $$container >/dev/null
	cmp bin/function bin/function-of-image
	cd e2e && KRM_MERGE_E2E=required KRM_MERGE_IMAGE=$(IMAGE) go test -count=1 -run 'TestScripts/image|TestExamples/porch|TestDocs/examples/porch' ./...
	@echo "the image has $$(docker image inspect --format '{{.Size}}' $(IMAGE)) bytes; a container of it takes:"
	@time docker run --rm --network none $(IMAGE) --version

.PHONY: cross
cross:
	for platform in $(PLATFORMS); do \
		export GOOS=$${platform%/*} GOARCH=$${platform#*/}; \
		$(BUILD) -o bin/krm-merge-$$GOOS-$$GOARCH$$(go env GOEXE) .; \
	done

.PHONY: wasm
wasm:
	GOOS=js GOARCH=wasm go build -trimpath -buildvcs=false -ldflags "-s -w" -o bin/function.wasm ./internal/wasm

.PHONY: tools
tools: bin/.golangci-lint-$(GOLANGCI_LINT) bin/.actionlint-$(ACTIONLINT) bin/.kustomize-$(KUSTOMIZE)

bin/.golangci-lint-%:
	go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$*
	touch $@

bin/.actionlint-%:
	go install github.com/rhysd/actionlint/cmd/actionlint@$*
	touch $@

bin/.kustomize-%:
	go install sigs.k8s.io/kustomize/kustomize/v5@$*
	touch $@
