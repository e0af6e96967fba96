# Builds the app with the development packages, then keeps what a server runs on. docs/operations.md#containers explains it.
FROM node:22-bookworm-slim AS build
WORKDIR /opt/branch-desk
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
ARG VITE_API_URL=/api
ARG VITE_DEVELOPER_NAME
ARG VITE_DEVELOPER_URL
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:22-bookworm-slim
# The embedded PostgreSQL needs flock and setpriv.
RUN apt-get update && apt-get install --yes --no-install-recommends util-linux && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 10001 --user-group --home-dir /nonexistent --shell /usr/sbin/nologin branch-desk \
  && install --directory --owner branch-desk --group branch-desk --mode 0700 /data
WORKDIR /opt/branch-desk
COPY --from=build /opt/branch-desk/package.json ./
COPY --from=build /opt/branch-desk/node_modules ./node_modules
COPY --from=build /opt/branch-desk/dist ./dist
COPY --from=build /opt/branch-desk/src/server/db/migrations ./src/server/db/migrations
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
USER branch-desk
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=15s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
