#!/bin/sh
# Starts Cyno as an add-on: its options become settings, and its part of the add-on's folder belongs to its user.
set -e
install --directory --owner=cyno --group=cyno --mode=700 /data/cyno
chmod 711 /data
settings=$(/opt/cyno/node_modules/node/bin/node /opt/cyno/home-assistant/options.mjs /data/options.json)
eval "$settings"
export DATA_DIR=/data/cyno
exec setpriv --reuid=cyno --regid=cyno --clear-groups --no-new-privs --inh-caps=-all /opt/cyno/cyno start
