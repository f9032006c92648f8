import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serviceWorkerPlugin } from './service-worker.ts';

/** Returns the digest of a build that contains this picture. */
const buildWith = async (picture: string): Promise<string> => {
  const dir = await mkdtemp(join(tmpdir(), 'lyceum-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  for (const folder of ['assets', 'courses', 'people']) await mkdir(join(dir, folder));
  await writeFile(join(dir, 'index.html'), '<!doctype html>');
  await writeFile(join(dir, 'courses', 'optics.svg'), picture);
  const source = join(dir, 'source.js');
  await cp(join(import.meta.dirname, '..', 'offline', 'service-worker.js'), source);
  const { writeBundle } = serviceWorkerPlugin({ source, publicFolder: dir });
  if (typeof writeBundle !== 'function') throw new Error('The plugin has no function `writeBundle`.');
  await Reflect.apply(writeBundle, undefined, [{ dir }, {}]);
  const [, build] = /"build":"([\w-]+)"/.exec(await readFile(join(dir, 'service-worker.js'), 'utf8')) ?? [];
  if (build === undefined) throw new Error('The worker names no build.');
  return build;
};

test('a build in which only a picture has changed has another digest, so that browsers load the picture again', async () => {
  const before = await buildWith('<svg/>');
  expect(await buildWith('<svg/>')).toBe(before);
  expect(await buildWith('<svg id="new"/>')).not.toBe(before);
});
