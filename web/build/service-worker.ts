import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { neverPages } from '#contract/pages.ts';

/** The client's code, its look, and the two faces in the letters that its own words need. Others come as they are met. */
const isKept = (name: string) =>
  /^assets\/.+\.(js|css|svg)$/.test(name) ||
  /^assets\/(inter-latin-wght|fraunces-latin-opsz)-normal-[\w-]+\.woff2$/.test(name);

/** Pictures of courses and people, from `public/`. Lesson clips are too large to be kept. */
const pictures = (folder: string) =>
  ['courses', 'people'].flatMap((kind) => readdirSync(join(folder, kind)).map((name) => `/${kind}/${name}`));

const digestOf = (content: string) => createHash('sha256').update(content).digest('base64url').slice(0, 12);

/**
 * Writes the service worker beside the built client, with what it keeps: the page under a name of its own (so that it
 * belongs to these files, whatever another server answers meanwhile) and the files.
 * @param options.source the worker's code. @param options.publicFolder where the pictures are.
 */
export const serviceWorkerPlugin = (options: { source: string; publicFolder: string }): Plugin => ({
  name: 'lyceum-service-worker',
  apply: 'build',
  enforce: 'post',
  async writeBundle({ dir = '' }, bundle) {
    const html = await readFile(join(dir, 'index.html'), 'utf8');
    const page = `/assets/page-${digestOf(html)}.html`;
    const files = [
      ...Object.keys(bundle)
        .filter(isKept)
        .map((name) => `/${name}`),
      ...pictures(options.publicFolder),
    ].sort();
    const source = readFileSync(options.source, 'utf8');
    const build = digestOf([source, page, ...files].join('\n'));
    const kept = { build, page, files, neverPages: [...neverPages, '/verify/'] };
    await writeFile(join(dir, page), html);
    await writeFile(join(dir, 'service-worker.js'), `const kept = ${JSON.stringify(kept)};\n${source}`);
  },
});
