# A repository with nothing set up, or with what the block before set up.
[ -e .git ] || git init --quiet
