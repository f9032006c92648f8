import { statSync } from 'node:fs';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { wantsPage } from '#contract/pages.ts';
import { preloadPlugin } from './build/preload.ts';
import { firstPaintScriptPlugin } from './build/first-paint-script.ts';
import { precompressPlugin } from './build/precompress.ts';
import { serviceWorkerPlugin } from './build/service-worker.ts';

const root = import.meta.dirname;

/** Where `npm run dev` finds the running product: calls go there, navigations stay with the development server. */
const product = process.env.LYCEUM_PRODUCT_URL ?? 'http://127.0.0.1:8080';

const header = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

const isFileOfTheClient = (path: string) =>
  path === '/' ||
  (statSync(join(root, 'public', path), { throwIfNoEntry: false })?.isFile() ?? false) ||
  /^\/(@|app\/|pages\/|domains\/|client\/|ui\/|node_modules\/|contract\/|events\/|\.\.\/|assets\/)/.test(path);

export default defineConfig({
  root,
  cacheDir: join(root, '../.cache/vite-web'),
  plugins: [
    react(),
    tailwindcss(),
    firstPaintScriptPlugin(join(root, 'app/first-paint.js')),
    preloadPlugin(),
    precompressPlugin(),
    serviceWorkerPlugin({
      source: join(root, 'offline/service-worker.js'),
      publicFolder: join(root, 'public'),
    }),
  ],
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
            { name: 'firebase', test: /node_modules\/(@firebase|firebase)\// },
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
