import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runAt } from './testing/example-log.ts';
import { openExportedLog } from './testing/exported-log.ts';

const source = await openExportedLog();
writeFileSync(source.file('wrong-passphrase'), 'correct horse battery stable\n');
/** A valid raw export without keys. */
const rawExport = readFileSync(source.file('bare.ndjson'), 'utf8');
/** The log into which all exports are imported. Rejected imports must leave it empty. */
const target = await source.createEmptyLog();

const lines = () => rawExport.trimEnd().split('\n');
/** Replaces the last line with one that has the digest of the lines before it, as a forger would. */
const withDigest = (allLines: readonly string[]): string => {
  const content = `${allLines.slice(0, -1).join('\n')}\n`;
  const sha256 = createHash('sha256').update(content).digest('hex');
  return `${content}${JSON.stringify({ end: { lines: allLines.length - 1, keys: 0, sha256 } })}\n`;
};
const indexOfType = (type: string) => lines().findIndex((line) => line.includes(`"type":"${type}"`));
const indexOfSeal = () => lines().findIndex((line) => line.startsWith('{"seal"'));
const replaceLine = (index: number, change: (line: string) => string) =>
  lines().map((line, lineIndex) => (lineIndex === index ? change(line) : line));
const withoutLine = (index: number) => lines().filter((_, lineIndex) => lineIndex !== index);
const withHeader = (changes: object) =>
  replaceLine(0, (line) => JSON.stringify({ ...JSON.parse(line), ...changes }));
const changePrice = (line: string) => line.replace('\\"price\\":99', '\\"price\\":98');

test.each<[string, () => string, string]>([
  [
    'a changed byte',
    () => `${replaceLine(indexOfType('CourseEdited'), changePrice).join('\n')}\n`,
    'The file was changed',
  ],
  [
    'a changed byte under a new digest',
    () => withDigest(replaceLine(indexOfType('CourseEdited'), changePrice)),
    'does not verify: at position 2 (changed)',
  ],
  ['a missing line', () => `${withoutLine(indexOfType('CourseEdited')).join('\n')}\n`, 'not in order'],
  [
    'a missing seal under the old digest',
    () => `${withoutLine(indexOfSeal()).join('\n')}\n`,
    'Lines are missing',
  ],
  [
    'a missing line under a new digest',
    () => withDigest(withoutLine(indexOfType('CourseEdited'))),
    'not in order',
  ],
  ['a missing last event', () => withDigest(withoutLine(lines().length - 3)), 'should have'],
  ['a missing seal', () => withDigest(withoutLine(indexOfSeal())), 'should have'],
  ['a file cut off within a line', () => rawExport.slice(0, -100), 'truncated'],
  ['a file cut off after a line', () => `${lines().slice(0, -1).join('\n')}\n`, 'truncated'],
  ['a file cut off after its header', () => `${lines()[0]}\n`, 'truncated'],
  [
    'a wrong digest',
    () => rawExport.replace(/"sha256":"[0-9a-f]{64}"/, `"sha256":"${'0'.repeat(64)}"`),
    'does not match the digest in its last line',
  ],
  [
    'a line after the digest',
    () => `${rawExport}${lines()[1]}\n`,
    'continues after the line with its digest',
  ],
  [
    'two lines that were swapped',
    () =>
      withDigest([
        ...lines().slice(0, 1),
        ...lines().slice(2, 3),
        ...lines().slice(1, 2),
        ...lines().slice(3),
      ]),
    'not in order',
  ],
  ['a repeated event', () => withDigest([...lines().slice(0, 2), ...lines().slice(1)]), 'not in order'],
  [
    'a header with a different root',
    () => withDigest(withHeader({ root: '0'.repeat(64) })),
    'do not match its header',
  ],
  ['a header of a different format', () => withDigest(withHeader({ format: 'something else' })), 'Line 1'],
  ['a header of a newer version', () => withDigest(withHeader({ version: 2 })), 'has version 2'],
  [
    'an event of a newer Lyceum',
    () =>
      withDigest(
        replaceLine(indexOfType('CourseEdited'), (line) => line.replace('CourseEdited', 'CourseBurnt')),
      ),
    'does not know CourseBurnt',
  ],
  [
    'data that is not JSON',
    () =>
      withDigest(
        replaceLine(indexOfType('CourseRemoved'), (line) => line.replace('"data":"{}"', '"data":"{"')),
      ),
    'cannot be stored',
  ],
  ['a line that is not JSON', () => rawExport.replace('{"event"', '{event'), 'not JSON'],
  [
    'a line of an unknown kind',
    () => withDigest([...lines().slice(0, 1), '{"what":1}', ...lines().slice(1)]),
    'Line 2',
  ],
  ['an empty file', () => '', 'truncated'],
  ['an export under pseudonyms', () => '{"position":1,"type":"CourseAdded"}\n', 'not a raw export'],
])('rejects %s and imports nothing', async (name, forge, message) => {
  const contentBefore = await source.contentOf(target.url);
  const file = source.file(`${name.replaceAll(' ', '-')}.ndjson`);
  const forged = forge();
  expect(forged).not.toBe(rawExport);
  writeFileSync(file, forged);
  const { code, err, out } = await runAt(target.url, `import ${file} --without-keys`);
  expect(err).toContain(message);
  expect([code, out]).toEqual([1, '']);
  expect(await source.contentOf(target.url)).toEqual(contentBefore);
});

test('rejects partial exports, wrong passphrases, wrong kinds of secret and missing keys', async () => {
  const contentBefore = await source.contentOf(target.url);
  const part = source.file('part.ndjson');
  await source.run(`export --raw --without-keys --to 5 --out ${part}`);
  const passphrase = source.file('passphrase.ndjson');
  const bare = source.file('bare.ndjson');
  for (const [line, message] of [
    [`import ${part} --without-keys`, 'needs a complete export'],
    [
      `import ${passphrase} --keys --passphrase-file ${source.file('wrong-passphrase')}`,
      'the passphrase is wrong',
    ],
    [
      `import ${passphrase} --keys --key-file ${source.file('key')}`,
      'under a passphrase, not under a key file',
    ],
    [`import ${bare} ${source.keysOptions('passphrase')}`, 'no keys in this file'],
  ]) {
    const { code, err } = await runAt(target.url, line ?? '');
    expect(err).toContain(message);
    expect(code).toBe(1);
    // This also waits until the server has closed the session of the import. The next import refuses to share the database.
    expect(await source.contentOf(target.url)).toEqual(contentBefore);
  }
});

test('imports nothing if the import is interrupted', async () => {
  const contentBefore = await source.contentOf(target.url);
  const stop = new AbortController();
  stop.abort(new Error('Interrupted'));
  const line = `import ${source.file('bare.ndjson')} --without-keys`;
  expect(await runAt(target.url, line, { signal: stop.signal })).toMatchObject({
    code: 3,
    err: expect.stringContaining('Interrupted'),
  });
  expect(await source.contentOf(target.url)).toEqual(contentBefore);
});
