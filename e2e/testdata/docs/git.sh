git init --quiet
