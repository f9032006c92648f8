import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createArchiveFolder } from '../testing/archived-log.ts';
import type { ArchivedEvent } from './archived-event.ts';
import { findObject, readFooter, readRows } from './parquet-object.ts';
import { writeParquet } from './parquet-writer.ts';
import { eventsSchema, toEventColumns } from './segment-columns.ts';
import { toArchivedEvent } from './segment-schema.ts';

const createEvent = (position: number, data = '{}'): ArchivedEvent => ({
  ...{ position, stream: `course-${position}`, version: 1, type: 'CourseAdded', schemaVersion: 2 },
  ...{ recordedAt: 1_767_225_600_000_000 + position, commandId: randomUUID(), data, metadata: '{"a" :1}' },
});

/** Writes events in row groups and stores them. */
const store = async (groups: ArchivedEvent[][]) => {
  const { folder, store: objects } = createArchiveFolder();
  const path = join(folder, 'local');
  const file = await writeParquet(path, {
    schema: eventsSchema,
    groups: (async function* () {
      for (const events of groups) yield toEventColumns(events);
    })(),
  });
  await objects.create('object', file);
  return {
    objects,
    path: join(folder, 'object'),
    reference: { name: 'object', bytes: file.bytes, footerSha256: file.footerSha256 },
  };
};

test('returns exactly the texts and times that were written', async () => {
  const special = '\uFEFF{"text" : "quote \\" \\\\ tab \\t é 漢 😀 \u2028 \u007f"}';
  const groups = [
    [createEvent(1, special), createEvent(2, ''), createEvent(3, special)],
    [createEvent(4, 'x'.repeat(300_000)), createEvent(5)],
    [{ ...createEvent(6), recordedAt: 4_102_444_800_000_001, version: 2_147_483_647 }],
  ];
  const { objects, reference } = await store(groups);
  const footer = await readFooter(objects, reference);
  expect(footer.groups.map(({ firstRow, rows }) => [firstRow, rows])).toEqual([
    [0, 3],
    [3, 2],
    [5, 1],
  ]);
  for (const [index, group] of footer.groups.entries())
    expect((await readRows(objects, footer, group)).map((row) => toArchivedEvent(row, 'object'))).toEqual(
      groups[index],
    );
  expect(await findObject(objects, 'object')).toEqual(reference);
});

test('refuses a row group with too many rows', async () => {
  const { objects, reference } = await store([
    Array.from({ length: 20_001 }, (_, index) => createEvent(index + 1)),
  ]);
  await expect(readFooter(objects, reference)).rejects.toThrow('its row group 1 is too large');
});

test('refuses an object that was shortened, replaced or changed', async () => {
  const { objects, reference, path } = await store([[createEvent(1)], [createEvent(2)]]);
  const bytes = readFileSync(path);
  const readAll = async () => {
    const footer = await readFooter(objects, reference);
    for (const group of footer.groups) await readRows(objects, footer, group);
  };
  await readAll();
  // The magic number at the beginning means nothing to the reader.
  for (let index = 4; index < bytes.length; index += 7) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 0xff;
    writeFileSync(path, changed);
    await expect(readAll(), `byte ${index}`).rejects.toThrow('of the archive');
  }
  for (const content of [bytes.subarray(0, -1), Buffer.alloc(bytes.length), Buffer.from('PAR1')]) {
    writeFileSync(path, content);
    await expect(readAll()).rejects.toThrow('of the archive');
  }
});

test('refuses an unknown object that is not a Parquet file, has a footer that is too long, or is empty', async () => {
  const { objects, path } = await store([[createEvent(1)]]);
  writeFileSync(path, 'not Parquet at all');
  await expect(findObject(objects, 'object')).rejects.toThrow('it is not a Parquet file');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(0xfffffff0);
  writeFileSync(path, Buffer.concat([Buffer.from('PAR1'), length, Buffer.from('PAR1')]));
  await expect(findObject(objects, 'object')).rejects.toThrow('its footer is too long');
  writeFileSync(path, '');
  await expect(findObject(objects, 'object')).rejects.toThrow('it is too short');
});
