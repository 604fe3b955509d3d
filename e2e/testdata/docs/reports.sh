# A package of the reader's own: a Deployment prod/web and a file of values.
version() {
	mkdir "$1"
	cat >"$1/web.yaml" <<-END
	apiVersion: apps/v1
	kind: Deployment
	metadata:
	  name: web
	  namespace: prod
	spec:
	  replicas: $2
	  template:
	    spec:
	      containers:
	      - name: web
	        image: web:$3
	END
	printf 'image:\n  tag: "%s"\n' "$3" >"$1/values.yaml"
}
version v1 1 1.4
version v2 2 1.5
version my-package 4 1.4
