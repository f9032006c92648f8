import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSignedHeads } from './signed-head.ts';

const folder = mkdtempSync(join(tmpdir(), 'lyceum-heads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'heads.jsonl');
const head = { logId: 'log', seals: 1, lastPosition: 4, root: '00', sealedAt: 0, signature: '00' };

test.each([
  ['nothing, as before the first seal', '', 0],
  ['one head, printed on several lines', JSON.stringify(head, null, 2), 1],
  ['one head per line', `${JSON.stringify(head)}\n${JSON.stringify(head)}\n`, 2],
  ['a last line that a crash left incomplete', `${JSON.stringify(head)}\n{"logId":"l`, 1],
  ['a first line that a crash left incomplete', '{"logId":"l', 0],
  [
    'an incomplete line, and the line that the head signer added next',
    `{"logId":"l\n${JSON.stringify(head)}\n`,
    1,
  ],
  ['two incomplete lines, and a whole one', `{"logId":"l\n{"logId":"log","se\n${JSON.stringify(head)}\n`, 1],
  ['zero bytes only, which a power failure left', '\0\0\0', 0],
  ['a last line of zero bytes', `${JSON.stringify(head)}\n\0\0\0`, 1],
  ['a line of zero bytes, and the next one', `\0\0\0\n${JSON.stringify(head)}\n`, 1],
  [
    'an incomplete line that ends with zero bytes, and a whole line',
    `{"logId":"l\0\0\n${JSON.stringify(head)}\n`,
    1,
  ],
  ['two last lines that are incomplete', `${JSON.stringify(head)}\n{"logId":"l\n{"log`, 1],
  ['Windows line endings', `${JSON.stringify(head)}\r\n${JSON.stringify(head)}\r\n`, 2],
  [
    'blanks after the lines, and blank lines',
    `${JSON.stringify(head)} \t\n\n${JSON.stringify(head)}  \n \n`,
    2,
  ],
  ['a byte order mark', `\uFEFF${JSON.stringify(head)}\n`, 1],
])('reads a file with %s', (_, text, count) => {
  writeFileSync(file, text);
  expect(readSignedHeads(file)).toEqual(Array(count).fill(head));
});

test.each([
  ['a line without its end', `${JSON.stringify(head)}\n${JSON.stringify(head).slice(0, -1)}\n`, 'Line 2 of'],
  ['only lines without their ends', `${JSON.stringify(head).slice(0, -1)}\n`.repeat(2), 'Line 1 of'],
  [
    'incomplete lines, the last of which ends with a line feed',
    `${JSON.stringify(head)}\n{"logId":"l\n{"logId":"lo\n`,
    'Line 2 of',
  ],
  ['zero bytes within a line', `${JSON.stringify(head)}\n{"logId":"l\0og"\n`, 'Line 2 of'],
  ['other text', `${JSON.stringify(head)}\nnonsense`, 'Line 2 of'],
  ['a line without its beginning', `${JSON.stringify(head)}\n"seals":1}\n`, 'Line 2 of'],
  [
    'one head on several lines without its end',
    JSON.stringify(head, null, 2).slice(0, -1),
    'is not a signed head',
  ],
  ['an object that is not a head', '{}', 'is not a signed head'],
  ['null', 'null', 'is not a signed head'],
  ['a line with a different object', `${JSON.stringify(head)}\n{"logId":"log"}\n`, 'Line 2 of'],
])('rejects a file with %s', (_, text, message) => {
  writeFileSync(file, text);
  expect(() => readSignedHeads(file)).toThrow(message);
});
