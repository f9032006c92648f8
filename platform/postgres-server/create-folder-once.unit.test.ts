import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFolderOnce } from './create-folder-once.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'lyceum-folder-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const write = (content: string) => (folder: string) => writeFileSync(join(folder, 'program'), content);

test('leaves one complete folder and nothing else if two processes create it at the same time', () => {
  const path = join(parent, 'programs');
  createFolderOnce(path, (folder) => {
    createFolderOnce(path, write('of the faster one'));
    write('of the slower one')(folder);
  });
  createFolderOnce(path, write('of a later one'));
  expect(readFileSync(join(path, 'program'), 'utf8')).toBe('of the faster one');
  expect(readdirSync(parent)).toEqual(['programs']);
});

test('leaves nothing if the folder cannot be filled', () => {
  const fail = () => {
    throw new Error('no space left');
  };
  expect(() => createFolderOnce(join(parent, 'programs'), fail)).toThrow('no space left');
  expect(readdirSync(parent)).toEqual([]);
});
