import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test.each(['x; +lab', 'x;=1;"-2', 'tab\t=1', 'line\r\n+1', 'back\\;＠', '=1', 'a; b', "it's"])(
  'keeps the text %j in the JSON of the column data',
  async (name) => {
    const data = { name };
    const pages = async function* () {
      yield [
        {
          ...{ ordinal: 1, recordedAt: '2026-11-27T10:00:00.000Z', stream: 'course-1', version: 1 },
          ...{ type: 'CourseAdded', role: null, seeded: false, command: null, data },
        },
      ];
    };
    let csv = '';
    for await (const chunk of toCsv(pages())) csv += String(chunk);
    const [, row = ''] = csv.split('\r\n');
    const cell = /,"(\{.*\})"$/.exec(row)?.[1] ?? '';
    expect(JSON.parse(cell.replaceAll('""', '"'))).toEqual(data);
    expect(cell).not.toContain(';');
  },
);
