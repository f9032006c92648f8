import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { neverPages } from '#contract/pages.ts';
import { isClientBuild } from './is-client-build.ts';

/** Returns whether a file is cached: scripts, styles, icons and the Latin fonts, but no other fonts. */
const isCached = (name: string) =>
  /^assets\/.+\.(js|css|svg)$/.test(name) ||
  /^assets\/(inter-latin|fraunces-latin-600|fraunces-latin-opsz-normal)-[\w-]{8}\.woff2$/.test(name);

/** Returns the paths of the pictures of courses and people in `public/`. Lesson clips are too large to cache. */
const listPicturePaths = (folder: string) =>
  ['courses', 'people'].flatMap((kind) => readdirSync(join(folder, kind)).map((name) => `/${kind}/${name}`));

const createDigest = (content: string | Buffer) =>
  createHash('sha256').update(content).digest('base64url').slice(0, 12);

/**
 * Writes the service worker with the list of files that it caches. The page gets a name with a digest, so that the cached page
 * and the cached files belong to the same build even if the server is updated meanwhile.
 * @param options.source the path of the worker's code.
 * @param options.publicFolder the folder with the pictures.
 */
export const serviceWorkerPlugin = (options: { source: string; publicFolder: string }): Plugin => ({
  name: 'lyceum-service-worker',
  applyToEnvironment: isClientBuild,
  apply: 'build',
  enforce: 'post',
  async writeBundle({ dir = '' }, bundle) {
    const html = await readFile(join(dir, 'index.html'), 'utf8');
    const page = `/assets/page-${createDigest(html)}.html`;
    const pictures = listPicturePaths(options.publicFolder);
    const files = [
      ...Object.keys(bundle)
        .filter(isCached)
        .map((name) => `/${name}`),
      ...pictures,
    ].sort();
    // Unlike the other files, pictures have no digest in their names.
    const pictureDigests = pictures
      .sort()
      .map((path) => createDigest(readFileSync(join(options.publicFolder, path))));
    const source = readFileSync(options.source, 'utf8');
    const build = createDigest([source, page, ...files, ...pictureDigests].join('\n'));
    // The page that verifies a certificate is always requested from the server.
    const manifest = { build, page, files, neverPages: [...neverPages, '/verify/'] };
    await writeFile(join(dir, page), html);
    await writeFile(
      join(dir, 'service-worker.js'),
      `const manifest = ${JSON.stringify(manifest)};\n${source}`,
    );
  },
});
