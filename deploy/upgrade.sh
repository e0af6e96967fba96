#!/bin/sh
# Changes the version, and goes back by itself if the new one does not start. In the folder with the compose file and .env:
#   sh upgrade.sh registry.example.org/branch-desk:0.2.0
#   sh upgrade.sh --back     # to the version before the last upgrade; asks before it replaces the data by older ones
# It makes a backup of its own: the server's backup before migrations is left out where the disk is full.
# UPGRADE_MINUTES is how long a version may take to start, migrations included.
set -eu
cd "$(dirname "$0")"
backup=/data/before-upgrade.backup
minutes=${UPGRADE_MINUTES:-15}

fail() {
  echo "$*" >&2
  exit 1
}

admin() {
  docker compose run --rm -T branch-desk node dist/server/admin.js "$@" </dev/null
}

image_in_use() {
  sed -n 's/^BRANCH_DESK_IMAGE=//p' .env
}

use_image() {
  # The copy has the mode and owner of the file that it replaces.
  cp -p .env .env.new
  sed "s|^BRANCH_DESK_IMAGE=.*|BRANCH_DESK_IMAGE=$1|" .env >.env.new
  mv .env.new .env
}

# How often the server ended by itself, and its health.
state() {
  container=$(docker compose ps --all --quiet branch-desk)
  test -n "$container" && docker inspect --format '{{.RestartCount}} {{.State.Health.Status}}' "$container"
}

start_and_wait() {
  docker compose up --detach --no-build || return 1
  until=$(($(date +%s) + minutes * 60))
  while test "$(date +%s)" -lt "$until"; do
    case $(state) in
      *' healthy') return 0 ;;
      [012]' '*) sleep 2 ;;
      *) break ;;
    esac
  done
  docker compose logs --tail 20 branch-desk
  return 1
}

# Nothing of the newer version's database is deleted.
set_aside() {
  now=$(date -u +%Y%m%d%H%M%S)
  if docker compose config --services | grep -qx database; then
    docker compose exec -T database psql -U branch_desk -d postgres -v ON_ERROR_STOP=1 \
      -c "alter database branch_desk rename to branch_desk_$now" -c 'create database branch_desk'
  else
    docker compose run --rm -T branch-desk mv /data/database "/data/database-$now"
  fi
}

# A person decides to lose what was recorded since. Without an answer, as in a script, it is no.
may_restore() {
  made=$(date -r .before-upgrade +%s)
  hours=$((($(date +%s) - made) / 3600))
  echo "The newer version has changed the database, so $before needs the data from before the upgrade:"
  echo "those of $(date -r .before-upgrade '+%Y-%m-%d %H:%M'), $((hours / 24)) days and $((hours % 24)) hours old."
  echo 'What was recorded since is then only on the devices that recorded it, for a week, and in the database that is kept beside.'
  printf 'Go back to those data? Type yes: '
  read -r answer || answer=
  echo
  test "$answer" = yes
}

# With --ask the data are replaced only when a person agrees; else the newer version goes on.
go_back() {
  test -s .before-upgrade || fail 'There was no upgrade from here.'
  before=$(cat .before-upgrade)
  newer=$(image_in_use)
  echo "Going back to $before."
  docker compose stop branch-desk
  use_image "$before"
  # It starts on the data as they are, unless the newer version has changed the database.
  if start_and_wait; then
    echo "$before runs again, with everything that was recorded."
    return
  fi
  docker compose logs branch-desk | grep -q 'was made by another version' ||
    fail "$before does not start. The lines above say why."
  docker compose stop branch-desk
  if test "${1:-}" = --ask && ! may_restore; then
    use_image "$newer"
    start_and_wait || fail "$newer does not start. The lines above say why."
    fail "$newer runs on: nothing was changed."
  fi
  set_aside
  admin restore "$backup"
  start_and_wait || fail "$before does not start. The lines above say why."
  echo "$before runs again, with the data from before the upgrade. Devices offer what was recorded since."
}

upgrade() {
  test -n "$(image_in_use)" || fail '.env names no BRANCH_DESK_IMAGE.'
  test "$(image_in_use)" != "$1" || fail "$1 is the image that runs."
  docker pull "$1"
  case $(state) in
    *' healthy') ;;
    *) fail 'The server that runs now is not healthy: nothing was changed. See: docker compose logs branch-desk' ;;
  esac
  docker compose stop branch-desk
  if ! admin backup "$backup" --force; then
    docker compose up --detach --no-build
    fail 'No backup could be made: nothing was changed.'
  fi
  image_in_use >.before-upgrade
  use_image "$1"
  if start_and_wait; then
    echo "$1 runs. To go back: sh upgrade.sh --back"
    return
  fi
  echo "$1 did not start. The lines above say why."
  go_back
  exit 1
}

case ${1:-} in
  --back) go_back --ask ;;
  '' | -*) fail 'Usage: sh upgrade.sh IMAGE, or sh upgrade.sh --back' ;;
  *) upgrade "$1" ;;
esac
