#!/bin/sh
# Runs Cyno from a package: nothing is installed, nothing is built, and Node becomes this process, so that signals reach it.
set -e
here=$(dirname "$(readlink -f "$0")")
node=$here/node_modules/node/bin/node
cd "$here"
command=${1:-start}
[ $# -eq 0 ] || shift
case $command in
start)
  export NODE_COMPILE_CACHE="${CACHE_DIRECTORY:-$here/.cache}/node"
  "$node" scripts/compile.mjs
  exec "$node" @FLAGS@ apps/server/dist/main.js
  ;;
health) exec "$node" scripts/health.mjs ;;
@COMMANDS@) exec "$node" "scripts/$command.mjs" "$@" ;;
version) exec cat built.json ;;
*)
  echo "There is no command $command. These are: start, health, version, @COMMANDS@." >&2
  exit 2
  ;;
esac
