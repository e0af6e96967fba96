#!/bin/sh
# Copies of the backups on another machine, over ssh: BACKUP_COPY=/opt/branch-desk/deploy/backup-copy.sh
# The server tells COPY_TASK and COPY_NAME (docs/operations.md). Settings of this script, beside those of the server:
#   COPY_HOST=backup@nas.example.org, COPY_FOLDER=branch-desk
#   COPY_SSH="ssh -i /etc/branch-desk/copy-key -o UserKnownHostsFile=/etc/branch-desk/known-hosts -o BatchMode=yes"
set -eu
: "${COPY_HOST:?must name the other machine}"
folder=${COPY_FOLDER:-branch-desk}
on_host() {
  # COPY_SSH is several words.
  # shellcheck disable=SC2086
  ${COPY_SSH:-ssh -o BatchMode=yes} "$COPY_HOST" "$1"
}
case $COPY_TASK in
  send) on_host "umask 077; mkdir -p '$folder' && cat > '$folder/$COPY_NAME.partial' && mv '$folder/$COPY_NAME.partial' '$folder/$COPY_NAME'" ;;
  fetch) on_host "cat '$folder/$COPY_NAME'" ;;
  list) on_host "ls '$folder'" ;;
esac
