# needs kustomize
# The command as the workflow has it.
command=$(sed -n 's/^ *run: \(kustomize build .*\) >.*/\1/p' render.yml)
$command
