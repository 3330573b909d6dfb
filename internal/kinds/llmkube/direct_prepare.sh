# Gives the root of the cache to those who download and serve.
#
# CACHE_OWNER  <user>:<group>
# CACHE_MODE   the mode, as chmod takes it
set -eu
chown "$CACHE_OWNER" /models
chmod "$CACHE_MODE" /models
