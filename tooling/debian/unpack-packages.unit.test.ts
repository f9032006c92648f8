import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { unpackPackages } from './unpack-packages.ts';

/** Replaces apt-get with a program that downloads one empty package, and dpkg with one that unpacks one file. */
const replacePrograms = (folder: string) => {
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(join(folder, name), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
  write('apt-get', [
    'for argument; do',
    'case $argument in Dir::Cache::archives=*) touch "$(echo "$argument" | cut -d = -f 2)/one.deb";; esac',
    'done',
  ]);
  write('dpkg', ['touch "$3/program"']);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
  vi.stubEnv('XDG_CACHE_HOME', folder);
};

test.skipIf(process.platform !== 'linux')(
  'two calls that start with an empty cache both succeed',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lyceum-unpack-'));
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    });
    replacePrograms(folder);
    const name = `test-${randomUUID()}`;
    const [first, second] = await Promise.all([unpackPackages(name, ['one']), unpackPackages(name, ['one'])]);
    onTestFinished(() => rmSync(first, { recursive: true }));
    expect(second).toBe(first);
    expect(readdirSync(first)).toEqual(['program']);
    // The folders in which the calls unpacked are gone.
    expect(readdirSync(dirname(first)).filter((entry) => entry.startsWith(`${name}.`))).toEqual([]);
  },
);
