import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { listMigrations } from './migrate.ts';

test('migration 0297 removes case and accents from read.courses.search_name', async () => {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const foldedNames = {
      Databases: 'databases',
      'Économie générale': 'economie generale',
      'Die Straße nach Rom': 'die strasse nach rom',
      Ångström: 'angstrom',
      Kırmızı: 'kirmizi',
      ΟΔΟΣ: 'οδοσ',
      ﬁne: 'fine',
    };
    const names = Object.keys(foldedNames);
    for (const [index, name] of names.entries())
      await client.query(
        `insert into read.courses
         select (json_populate_record(null::read.courses, $1)).*`,
        [
          JSON.stringify({
            ...{
              id: randomUUID(),
              code: 'ACC',
              name,
              duration: '1 week',
              difficulty: '5',
              category: 'General',
            },
            ...{ details: '', instructor: 'Nobody', price: 1, image_url: '/mark.svg', withdrawn: false },
            // The form in which earlier projectors wrote this column.
            search_name: name.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ'),
            ...{
              added_at: '2026-03-05T08:00:00Z',
              updated_at: '2026-03-05T08:00:00Z',
              added_position: index + 1,
              position: index + 1,
            },
          }),
        ],
      );
    await client.query(listMigrations().find(({ name }) => name.startsWith('0297-'))?.sql ?? '');
    const { rows } = await client.query<{ search_name: string }>(
      'select search_name from read.courses order by added_position',
    );
    expect(rows.map(({ search_name }) => search_name)).toEqual(Object.values(foldedNames));
  } finally {
    await client.end();
  }
});
