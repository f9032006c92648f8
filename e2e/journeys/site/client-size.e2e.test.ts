import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The folder of the client, which has been built by the time the products have started. */
const folder = join(import.meta.dirname, '..', '..', '..', 'web', 'dist');

/** A built file in the manifest of Vite. `isEntry`: whether the page loads it first. */
type ManifestChunk = { file: string; imports?: string[]; css?: string[]; isEntry?: boolean };
const manifest = JSON.parse(readFileSync(join(folder, 'assets', 'manifest.json'), 'utf8')) as Record<
  string,
  ManifestChunk
>;
const entryKey = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? '';

/** Returns the scripts that the browser loads for these modules, and for the entry of the client. */
const scriptsOf = (...modules: string[]): string[] => {
  const found = new Set<string>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The client has no ${key}.`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const key of [entryKey, ...modules]) add(key);
  return [...found];
};

/** Returns the total size of files as they are sent, in kilobytes. Files that are too small to compress have no Brotli version. */
const kilobytesSent = (files: readonly string[]) => {
  const compressed = new Set(readdirSync(join(folder, 'assets')));
  const sizes = files.map((file) => {
    const name = compressed.has(`${file.slice('assets/'.length)}.br`) ? `${file}.br` : file;
    return readFileSync(join(folder, name)).length;
  });
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000;
};

/** The module of the live connection, which every page loads. */
const liveModule = 'app/live/live-connection.ts';

test.each([
  { page: 'home/home-page', maxKilobytes: 154 },
  { page: 'catalogue/catalogue-page', maxKilobytes: 152 },
  { page: 'course-details/course-details-page', maxKilobytes: 159.5 },
  { page: 'instructors/instructors-page', maxKilobytes: 151 },
  { page: 'site/faq-page', maxKilobytes: 151 },
])('keeps the scripts of $page within $maxKilobytes KB before login', ({ page, maxKilobytes }) => {
  expect(kilobytesSent(scriptsOf(liveModule, `pages/${page}.tsx`))).toBeLessThan(maxKilobytes);
});

test('loads no Firebase, dialogs, forms, toasts or charts for the first view of Home', () => {
  const names = scriptsOf(liveModule, 'pages/home/home-page.tsx').join(' ');
  const allNames = Object.values(manifest)
    .map(({ file }) => file)
    .join(' ');
  for (const part of ['firebase', 'dialogs', 'forms', 'toasts', 'chart']) {
    // The client does have such a script, which other pages load.
    expect(allNames).toContain(part);
    expect(names).not.toContain(part);
  }
});

test('loads nothing for the first view of Home that only signed-in users need', () => {
  const scripts = scriptsOf(liveModule, 'pages/home/home-page.tsx');
  for (const module of ['app/start-for-users.ts', 'app/live/user-live-handlers.ts']) {
    const file = manifest[module]?.file;
    expect(file, module).toBeDefined();
    expect(scripts).not.toContain(file);
  }
  expect(scripts.join(' ')).not.toContain('for-users');
});

test('preloads the two fonts of the first view, at most 65 KB together', () => {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const fonts = [...page.matchAll(/href="\/(assets\/[\w.-]+\.woff2)"/g)].map(([, file = '']) => file);
  expect(fonts).toHaveLength(2);
  expect(kilobytesSent(fonts)).toBeLessThan(65);
});
