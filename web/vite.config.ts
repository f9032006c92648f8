import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { wantsPage } from '#events/contract/pages.ts';

const root = import.meta.dirname;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

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

const compressible = /\.(js|css|html|svg|json)$/;
/** Below this many bytes compression saves no packet. */
const worthwhile = 1_400;

/** Writes `file.br` and `file.gz` beside what compresses well, so that the server never does it while somebody waits. */
const precompressed = (): Plugin => ({
  name: 'lyceum-precompressed',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const compressBoth = async (name: string) => {
      const content = await readFile(join(dir, name));
      if (content.length < worthwhile) return;
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
      await Promise.all([
        writeFile(join(dir, `${name}.br`), await brotli(content, quality)),
        writeFile(join(dir, `${name}.gz`), await zip(content, { level: 9 })),
      ]);
    };
    await Promise.all(
      Object.keys(bundle)
        .filter((name) => compressible.test(name))
        .map(compressBoth),
    );
  },
});

/** Where `npm run dev` finds the running product: calls go there, navigations stay with the development server. */
const product = process.env.LYCEUM_PRODUCT_URL ?? 'http://127.0.0.1:8080';

const header = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

const isFileOfTheClient = (path: string) =>
  path === '/' ||
  (statSync(join(root, 'public', path), { throwIfNoEntry: false })?.isFile() ?? false) ||
  /^\/(@|app\/|features\/|lib\/|ui\/|node_modules\/|events\/|\.\.\/|assets\/)/.test(path);

export default defineConfig({
  root,
  cacheDir: join(root, '../.cache/vite-web'),
  plugins: [react(), tailwindcss(), firstPaint(), precompressed()],
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
