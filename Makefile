# check      what must hold before a change is committed; .ci/run has the rest
# update     everything that is made from something else, anew: code, documents, expected outputs
# fuzz       every fuzz target, of FUZZED, for FUZZTIME
# packages   published packages upgraded; KRM_MERGE_REPOSITORIES names a directory of their repositories
# bench      against kyaml on the same input, as ratios
# e2e        under the real kpt, kustomize, sops and helm; nothing may be skipped
# image, image-e2e  the container image; the image under docker, kpt and kustomize, built without pulling one
# cross, wasm, notices, manual  what else a release holds: binaries, the function as WebAssembly, licences, manual pages and completions
# release-check  what a release would hold, built and compared; nothing is published
# screenshots  the pictures in docs/images, of real runs, anew

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := check
.PHONY: check lint race tools-test generated update fuzz packages bench e2e screenshots image image-e2e cross wasm notices manual release-check tools

# The tools, by exact versions; the files bin/.NAME-VERSION say what is installed.
GOLANGCI_LINT := v2.15.0
ACTIONLINT := v1.7.7
KUSTOMIZE := v5.8.1
SOPS := v3.11.0
AGE := v1.2.1
# Of both the newest that are built on the same libraries, so that the second is built soon.
HELM3 := v3.20.2
HELM4 := v4.1.4

FUZZTIME ?= 10s
FUZZED ?= '*_test.go'
# With a registry in front: kpt puts its own in front of a bare name.
IMAGE ?= ghcr.io/krm-merge/krm-merge:dev
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)

# As the Dockerfile and .goreleaser.yaml build it.
BUILD := CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags "-s -w -X main.version=$(VERSION)"
PLATFORMS := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

export GOBIN := $(CURDIR)/bin

check: lint race tools-test generated

lint: bin/.golangci-lint-$(GOLANGCI_LINT) bin/.actionlint-$(ACTIONLINT)
	for module in . e2e tools; do (cd $$module && $(GOBIN)/golangci-lint run ./...); done
	if command -v shellcheck >/dev/null; then shellcheck action/*.sh; fi
	bin/actionlint .github/workflows/*.yml examples/ci/github.yml examples/ci/github-check.yml examples/ci/github-merge.yml examples/flux/render.yml

# A part of the tests of the packages that work concurrently, and of the commands that use
# them so: all tests run without, and growth, laws and what is hostile are the same then. The doors go through all
# of these packages at once.
race:
	export CGO_ENABLED=1; \
	go test -race -short -vet=off -skip 'Growth|Law|Fast|Hostile' ./internal/doors $$(git grep -lE '\bgo func|\bparallel\.' -- '*.go' ':!*_test.go' ':!internal/cli' ':!tools' ':!e2e' | \
		xargs -n 1 dirname | sort -u | sed 's|^|./|') ./internal/parallel & \
	go test -race -vet=off -run 'TestScripts/(git-check|outdated|upgrade-all)$$' ./internal/cli; wait $$!

tools-test:
	cd tools && go test ./...

# Generates everything anew and fails if that changes a file, committed or not.
generated:
	@sums() { git ls-files -co --exclude-standard -z | sort -z | xargs -0 sha256sum; }; \
	before=$$(sums); go generate ./...; after=$$(sums); \
	if [ "$$before" != "$$after" ]; then echo "not current, run make update:"; diff <(echo "$$before") <(echo "$$after") | awk '{print $$3}' | sort -u; exit 1; fi

update:
	go generate ./...
	gofmt -w $$(git ls-files -co --exclude-standard '*.go')
	for dir in $$(git ls-files -co --exclude-standard '*_test.go' | xargs grep -l '"update"' | xargs -n 1 dirname | sort -u); do \
		go test ./$$dir -update; \
	done
	cd e2e && KRM_MERGE_E2E_UPDATE=1 go test -run 'TestExamples' .

# A target that fails, or does not end within five minutes, is tried once more, as Go may not end it in time; an input
# that failed is kept, and fails again.
fuzz:
	@for pkg in $$(git grep -l '^func Fuzz' -- $(FUZZED) | xargs -n 1 dirname | sort -u); do \
		for target in $$(go test -list '^Fuzz' ./$$pkg | grep '^Fuzz'); do \
			echo "$$pkg $$target"; \
			fuzz() { timeout --kill-after=10 5m go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) ./$$pkg; }; \
			fuzz || { echo "$$target; once more"; fuzz; } || exit 1; \
		done; \
	done

packages:
	cd tools && go test -count=1 -timeout=60m -run TestPackages -v ./packages

bench:
	go run -C tools ./bench

e2e: bin/.kustomize-$(KUSTOMIZE) bin/.sops-$(SOPS) bin/.age-$(AGE) bin/.helm3-$(HELM3) bin/.helm4-$(HELM4)
	cd e2e && KRM_MERGE_E2E=required go test -count=1 ./...

screenshots:
	cd e2e && KRM_MERGE_PICTURES=1 go test -count=1 -run 'TestPictures|TestPagePicture' .

image: notices
	docker build --build-arg VERSION=$(VERSION) -t $(IMAGE) .

# Builds on the machine's own Go and root file system, so that nothing is pulled.
# The binary in the image, built in another place and without a cache, must be the
# one that is built here.
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

cross:
	for platform in $(PLATFORMS); do \
		export GOOS=$${platform%/*} GOARCH=$${platform#*/}; \
		$(BUILD) -o bin/krm-merge-$$GOOS-$$GOARCH$$(go env GOEXE) .; \
	done

wasm:
	GOOS=js GOARCH=wasm go build -trimpath -buildvcs=false -ldflags "-s -w" -o bin/function.wasm ./internal/wasm

notices:
	go run -C tools ./notices -root ..

manual:
	rm -rf bin/share && mkdir -p bin/share/man bin/share/completions
	SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct)} go run -C tools ./manual -to ../bin/share/man
	for shell in bash zsh fish; do go run . completion $$shell >bin/share/completions/krm-merge.$$shell; done

release-check:
	e2e/with-docker.sh .ci/release-check

tools: bin/.golangci-lint-$(GOLANGCI_LINT) bin/.actionlint-$(ACTIONLINT) bin/.kustomize-$(KUSTOMIZE) bin/.sops-$(SOPS) bin/.age-$(AGE) bin/.helm3-$(HELM3) bin/.helm4-$(HELM4)

bin/.golangci-lint-%:
	go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$*
	touch $@

bin/.actionlint-%:
	go install github.com/rhysd/actionlint/cmd/actionlint@$*
	touch $@

bin/.sops-%:
	go install github.com/getsops/sops/v3/cmd/sops@$*
	touch $@

bin/.age-%:
	go install filippo.io/age/cmd/age-keygen@$*
	touch $@

bin/.helm3-%:
	GOBIN=$(GOBIN)/helm3 go install helm.sh/helm/v3/cmd/helm@$*
	touch $@

bin/.helm4-%:
	GOBIN=$(GOBIN)/helm4 go install helm.sh/helm/v4/cmd/helm@$*
	touch $@

bin/.kustomize-%:
	go install sigs.k8s.io/kustomize/kustomize/v5@$*
	touch $@
