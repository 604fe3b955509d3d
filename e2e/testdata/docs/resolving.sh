# A package of the reader's own, of which both sides changed the replicas and the image.
version() {
	mkdir -p "$1"
	cat >"$1/deploy.yaml" <<-END
	apiVersion: apps/v1
	kind: Deployment
	metadata:
	  name: web
	spec:
	  replicas: $2
	  template:
	    spec:
	      containers:
	      - name: web
	        image: web:$3
	END
}
version v1 1 1.4
version v2 2 1.5
version my-package 3 1.4-patched
cat >upgrade.yaml <<END
apiVersion: fn.kpt.dev/v1alpha1
kind: Merge
metadata:
  name: upgrade
spec:
  onConflict: Ask
  marks:
    form: Comments
END
