# Builds the service and ships it without compilers, sources or development dependencies.
# `npm run image-check` builds it, runs it on a read-only root and tries it.
FROM node:22-bookworm AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev && node scripts/strip-build.mjs

FROM node:22-bookworm-slim
# SQLite puts what does not fit into memory beside the data: the root may be read-only.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data SQLITE_TMPDIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
# Root's: the process can't change its own code.
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["node", "dist/healthcheck.js"]
CMD ["node", "--enable-source-maps", "dist/main.js"]
