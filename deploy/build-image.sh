#!/bin/sh
# Builds the image for amd64 and arm64 from a clean tree, and publishes it or writes it to a file.
#   deploy/build-image.sh registry.example.org/branch-desk --push     # as …/branch-desk:VERSION, the version of package.json
#   deploy/build-image.sh branch-desk                                 # into branch-desk-VERSION.oci.tar
# --dirty takes changes that are not committed along, and says so in tag and labels. NODE_IMAGE names another base image.
# It needs docker with buildx, a builder for several platforms (docker buildx create --use) and, for what the last stage
# runs, emulation of the other processor (docker run --privileged --rm tonistiigi/binfmt --install all).
set -eu
cd "$(dirname "$0")/.."

usage() {
  echo 'Usage: deploy/build-image.sh NAME [--push] [--dirty]' >&2
  exit 2
}

name='' push='' dirty=''
for word; do
  case $word in
    --push) push=yes ;;
    --dirty) dirty=yes ;;
    -*) usage ;;
    *)
      # One name, without a tag.
      case ${word##*/} in
        *:*) usage ;;
      esac
      test -z "$name" || usage
      name=$word
      ;;
  esac
done
test -n "$name" || usage

version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)
revision=$(git rev-parse HEAD)
if test -n "$(git status --porcelain)"; then
  if test -z "$dirty"; then
    echo 'There are changes that are not committed: the image could not be built again. Commit them, or add --dirty.' >&2
    exit 1
  fi
  version=$version-dirty revision=$revision-dirty
fi
# Every time in the image is that of the commit, so that a second build brings the same bytes.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

# The tag moves with each fix of Node and Debian: what is built names the digest that it has now.
base=${NODE_IMAGE:-$(sed -n 's/^ARG NODE_IMAGE=//p' Dockerfile)}
case $base in
  *@sha256:*) digest=${base##*@} ;;
  *) digest=$(docker buildx imagetools inspect "$base" | sed -n 's/^Digest: *//p' | head -n 1) ;;
esac
if test -z "$digest"; then
  echo "The digest of $base cannot be looked up." >&2
  exit 1
fi

if test -n "$push"; then
  output="type=image,name=$name:$version,push=true,rewrite-timestamp=true"
else
  output="type=oci,name=$name:$version,dest=$(basename "$name")-$version.oci.tar,rewrite-timestamp=true"
fi
label=org.opencontainers.image
docker buildx build --platform linux/amd64,linux/arm64 --pull --provenance=false \
  --build-arg "NODE_IMAGE=${base%@*}@$digest" \
  --build-arg "SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH" \
  --label "$label.title=Branch Desk" \
  --label "$label.version=$version" \
  --label "$label.revision=$revision" \
  --label "$label.base.name=${base%@*}" \
  --label "$label.base.digest=$digest" \
  --output "$output" .
echo "Built $name:$version on ${base%@*}@$digest"
