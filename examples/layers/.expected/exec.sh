krm-merge layers company.yaml team.yaml production.yaml --config config.yaml
