# The service alone, for a PostgreSQL that is elsewhere: see compose.yaml. Settings are those of the README.
FROM node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /livery
COPY package.json package-lock.json .npmrc ./
COPY schematics schematics
COPY console/package.json console/package.json
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY migrations migrations
COPY packages packages
COPY src src
COPY scripts scripts
COPY console console
RUN npm run build

FROM node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS packages
WORKDIR /livery
COPY package.json package-lock.json .npmrc ./
COPY console/package.json console/package.json
# Without the PostgreSQL of the embedded mode, which is optional.
RUN npm ci --omit=dev --omit=optional

FROM node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
# Without a bound on its heap Node takes what the machine has before it collects garbage, and glibc keeps freed memory of
# each thread, and of large documents: docs/benchmarks.md.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/livery NODE_OPTIONS="--max-old-space-size=1024 --max-semi-space-size=8" \
    MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /livery
RUN install --directory --owner=node --group=node "$DATA_DIR"
COPY package.json LICENSE ./
COPY --from=packages /livery/node_modules node_modules
COPY --from=build /livery/dist dist
USER node
EXPOSE 3000
# Liveness: readiness is for the proxy, and replacing the process does not help against an unavailable database.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/service/serve.js"]
