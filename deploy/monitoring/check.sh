#!/bin/sh
# Checks the rules, their tests and what a running server answers with promtool (Debian: apt install prometheus).
# Usage: deploy/monitoring/check.sh [http://127.0.0.1:3000/metrics]
set -eu
cd "$(dirname "$0")"
promtool check rules alerts.yml
promtool test rules alerts.test.yml
# Alone, so that the script ends when it fails: promtool accepts that there is nothing.
metrics=$(curl --fail --silent --show-error "${1:-http://127.0.0.1:3000/metrics}")
printf '%s\n' "$metrics" | promtool check metrics
