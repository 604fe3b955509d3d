# needs kustomize
# The command as plugin.yaml has it.
cd app
command=$(sed -n 's/^    command: \[\(.*\)\]$/\1/p' ../plugin/plugin.yaml | tr -d ,)
test -f krm-merge.yaml
$command
