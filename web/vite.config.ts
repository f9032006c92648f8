import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { wantsPage } from '#events/contract/pages.ts';

const root = import.meta.dirname;

/**
 * The script that sets the theme before the first paint: not a module (those run too late), not inline (the content
 * policy forbids it), but a file with its digest in the name, named in the head.
 */
const firstPaint = (): Plugin => {
  const source = readFileSync(join(root, 'app/first-paint.js'), 'utf8');
  const digest = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  let address = '/app/first-paint.js';
  return {
    name: 'lyceum-first-paint',
    configResolved(config) {
      if (config.command === 'build') address = `/assets/first-paint-${digest}.js`;
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: address.slice(1), source });
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: address }, injectTo: 'head-prepend' }],
  };
};

/** Where `npm run dev` finds the running product: calls go there, navigations stay with the development server. */
const product = process.env.LYCEUM_PRODUCT_URL ?? 'http://127.0.0.1:8080';

const header = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

const isFileOfTheClient = (path: string) =>
  path === '/' || /^\/(@|app\/|features\/|lib\/|ui\/|node_modules\/|events\/|\.\.\/|assets\/)/.test(path);

export default defineConfig({
  root,
  cacheDir: join(root, '../.cache/vite-web'),
  plugins: [react(), tailwindcss(), firstPaint()],
  build: {
    outDir: join(root, 'dist'),
    emptyOutDir: true,
    manifest: 'assets/manifest.json',
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//,
            },
            { name: 'firebase', test: /node_modules\/(@firebase|firebase|idb)\// },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [join(root, '..')] },
    proxy: {
      '/socket.io/': { target: product, ws: true },
      '/': {
        target: product,
        /** The rule that the edge keeps too: a browser's navigation gets the client, everything else is a call. */
        bypass: (request) => {
          const path = (request.url ?? '/').split('?')[0] ?? '/';
          if (isFileOfTheClient(path)) return request.url;
          const page = wantsPage({
            path,
            method: request.method ?? 'GET',
            secFetchDest: header(request.headers['sec-fetch-dest']),
            accept: request.headers.accept,
          });
          return page ? '/index.html' : undefined;
        },
      },
    },
  },
});
