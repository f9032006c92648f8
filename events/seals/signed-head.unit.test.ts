import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSignedHeads } from './signed-head.ts';

const folder = mkdtempSync(join(tmpdir(), 'lyceum-heads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'heads.jsonl');
const head = { logId: 'log', seals: 1, lastPosition: 4, root: '00', sealedAt: 'then', signature: '00' };

test.each([
  ['nothing, as before the first seal', '', 0],
  ['one head, printed on several lines', JSON.stringify(head, null, 2), 1],
  ['one head per line', `${JSON.stringify(head)}\n${JSON.stringify(head)}\n`, 2],
  ['a last line that a crash left incomplete', `${JSON.stringify(head)}\n{"logId":"l`, 1],
  ['a first line that a crash left incomplete', '{"logId":"l', 0],
])('reads a file with %s', (_, text, count) => {
  writeFileSync(file, text);
  expect(readSignedHeads(file)).toEqual(Array(count).fill(head));
});
