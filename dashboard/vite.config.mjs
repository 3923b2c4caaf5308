import { defineConfig } from 'vite';

/**
 * `npm run build` writes the page beside the compiled service. While working on it: `npm start` in one terminal,
 * `npx vite dashboard` in another; then http://localhost:5173/dashboard/ reloads at each change. `/operator/` is served from the same files.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  cacheDir: '../.cache/vite',
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0, reportCompressedSize: false },
  server: { proxy: { '/v1': 'http://127.0.0.1:3000' } },
});
