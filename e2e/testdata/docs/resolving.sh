# The versions of a package and of a script that both sides changed, and a repository with two branches.
deployment() {
  mkdir -p "$1"
  cat >"$1/deploy.yaml" <<END
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: $2
  minReadySeconds: 5
  template:
    spec:
      containers:
      - name: web
        image: web:$3
END
}
kptfile() { printf 'apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: %s\n' "$1" >"$1/Kptfile"; }
deployment v1 1 1.0
deployment v2 2 2.0
deployment shop 3 1.1; kptfile shop
deployment my-package 3 1.1; kptfile my-package
printf 'spec:\n  onConflict: Ask\n  marks: Decisions\n' >upgrade.yaml
script() { printf '#!/bin/sh\nretries=%s\necho "retries: $retries"\nexec web --retries "$retries"\n' "$2" >"$1"; }
script run-1.sh 1
script run-2.sh 2
script run.sh 3
git init --quiet -b main my-repository
commit() { deployment my-repository "$1" "$2"; git -C my-repository add .; git -C my-repository commit --quiet -m "$3"; }
commit 1 1.0 first
git -C my-repository checkout --quiet -b new-version
commit 2 2.0 upstream
git -C my-repository checkout --quiet main
commit 3 1.0 ours
