import { statSync } from 'node:fs';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { wantsPage } from '#contract/pages.ts';
import { serverFile, serverFolder } from '#contract/rendered-pages.ts';
import { clientManifestPlugin } from './build/client-manifest.ts';
import { firstPaintScriptPlugin } from './build/first-paint-script.ts';
import { precompressPlugin } from './build/precompress.ts';
import { preloadPlugin } from './build/preload.ts';
import { createReachabilityCheck } from './build/reachable-modules.ts';
import { serviceWorkerPlugin } from './build/service-worker.ts';
import { stylesInFilesPlugin } from './build/styles-in-files.ts';
import { webSocketOnlyPlugin } from './build/websocket-only.ts';
import { withoutRouterWarningsPlugin } from './build/without-router-warnings.ts';

const root = import.meta.dirname;
const manifest = 'assets/manifest.json';

/** The running product that `npm run dev` sends API requests to. */
const productUrl = process.env.LYCEUM_PRODUCT_URL ?? 'http://127.0.0.1:8080';

const getFirstValue = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** Returns whether Vite serves the path itself: the start page, a public file or a source file. */
const isClientFile = (path: string) =>
  path === '/' ||
  (statSync(join(root, 'public', path), { throwIfNoEntry: false })?.isFile() ?? false) ||
  /^\/(@|app\/|pages\/|domains\/|client\/|ui\/|node_modules\/|concurrency\/|contract\/|events\/|\.\.\/|assets\/)/.test(
    path,
  );

/** Returns whether a visitor's first view needs a module: the entry, the live connection or a public page imports it. */
const isInFirstView = createReachabilityCheck({
  entries: [join(root, 'app/main.tsx'), join(root, 'app/live/live-connection.ts')],
  pages: join(root, 'app/routing/public-pages.ts'),
});

const isInCoursePage = createReachabilityCheck({
  entries: [join(root, 'pages/course-details/course-details-page.tsx')],
});

/**
 * Matches the paths of all modules except those of large packages. Large packages must not be in the files of the groups below, because
 * they are loaded later (sonner, and Socket.IO with its engine), or for few pages (the others).
 */
const smallModules = /^(?!.*\/node_modules\/(sonner|socket\.io|engine\.io|recharts|d3-|@noble))/;

export default defineConfig({
  root,
  cacheDir: join(root, '../.cache/vite-web'),
  plugins: [
    react(),
    tailwindcss(),
    firstPaintScriptPlugin(join(root, 'app/first-paint.js')),
    preloadPlugin(),
    stylesInFilesPlugin(),
    withoutRouterWarningsPlugin(),
    webSocketOnlyPlugin(),
    clientManifestPlugin(join(root, 'dist', manifest)),
    precompressPlugin(),
    serviceWorkerPlugin({
      source: join(root, 'offline/service-worker.js'),
      publicFolder: join(root, 'public'),
    }),
  ],
  build: {
    outDir: join(root, 'dist'),
    emptyOutDir: true,
    manifest,
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
            // Large packages that a visitor's first view does not need.
            { name: 'dialogs', test: /node_modules\/(@base-ui|@floating-ui)\// },
            { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\// },
            // Without the groups below, each small module that several pages share would be a file, and a request, of its own.
            // Modules that the entry imports.
            { name: 'start', tags: ['$initial'], test: smallModules },
            // Other modules of a visitor's first view that at least four pages share.
            {
              name: (id, graph) => (isInFirstView(id, graph) ? 'shared' : null),
              minShareCount: 4,
              test: smallModules,
            },
            // Modules that the page of a course shares with only one or two other pages.
            {
              name: (id, graph) => (isInCoursePage(id, graph) ? 'course-parts' : null),
              minShareCount: 2,
              test: smallModules,
            },
            // Modules that a visitor's first view does not need and at least four pages share.
            { name: 'shared-for-users', minShareCount: 4, test: smallModules },
          ],
        },
      },
    },
  },
  // `vite build` builds the client, then the code with which the read-api renders pages. That code contains the packages that it uses,
  // because the read-api is installed without those of the client.
  builder: {
    buildApp: async ({ build, environments: { client, ssr } }) => {
      if (client) await build(client);
      if (ssr) await build(ssr);
    },
  },
  environments: {
    ssr: {
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      build: {
        outDir: join(root, 'dist', serverFolder),
        emptyOutDir: true,
        manifest: false,
        copyPublicDir: false,
        target: 'node24',
        rolldownOptions: {
          input: join(root, 'app/server/render-page.tsx'),
          output: { entryFileNames: serverFile, codeSplitting: { groups: [] } },
        },
      },
    },
  },
  server: {
    fs: { allow: [join(root, '..')] },
    proxy: {
      '/socket.io/': { target: productUrl, ws: true },
      '/': {
        target: productUrl,
        /** Returns the path that Vite serves; undefined if the product answers. A navigation to a page gets `index.html`. */
        bypass: (request) => {
          const path = (request.url ?? '/').split('?')[0] ?? '/';
          if (isClientFile(path)) return request.url;
          const isPage = wantsPage({
            path,
            method: request.method ?? 'GET',
            secFetchDest: getFirstValue(request.headers['sec-fetch-dest']),
            accept: request.headers.accept,
          });
          return isPage ? '/index.html' : undefined;
        },
      },
    },
  },
});
