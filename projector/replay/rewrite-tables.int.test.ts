import { expect, test } from 'vitest';
import { createAsOfSchema, newAsOfSchemaName } from '../as-of/as-of-schema.ts';
import { openWriter } from '../connection/writer.ts';
import { projections } from '../models/projections.ts';
import { openProjectorDatabase } from '../testing/projector-database.ts';
import { rewriteTables } from './rewrite-tables.ts';

test('refuses a placeholder in a column where it cannot be cleared', async () => {
  const database = await openProjectorDatabase();
  const schema = newAsOfSchemaName();
  const writer = await openWriter({ connectionString: database.url, role: 'lyceum_projector', schema });
  await createAsOfSchema(writer.db, schema, { hasState: false });
  const courses = projections.filter(({ model }) => model === 'courses');
  // Stands in for a column that a later migration may add.
  await writer.client.query('create table courses (id uuid, position bigint, tags text[])');
  await writer.client.query("insert into courses values (gen_random_uuid(), 1, '{a,hidden7b}')");
  await expect(rewriteTables(writer.db, courses, schema, 'hidden7')).rejects.toThrow(
    'courses.tags contains placeholders of hidden values and cannot be cleared.',
  );
  await writer.close();
});
