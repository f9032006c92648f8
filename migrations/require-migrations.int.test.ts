import { expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { withClient } from '#platform/testing/with-client.ts';
import { listMigrations } from './migrate.ts';
import { OutdatedSchemaError, requireMigrations } from './require-migrations.ts';

const latest = listMigrations().at(-1)?.name ?? '';

test.each(['lyceum_command', 'lyceum_projector', 'lyceum_reader'])(
  'lets %s start on the schema of its code and on a newer one, but not on an older one',
  async (role) => {
    const { url } = await createTestDatabase();
    await withClient(url, async (client) => {
      const requireAs = async (timeoutMs = 0) => {
        await client.query(`set role ${role}`);
        await requireMigrations(() => client, { timeoutMs }).finally(() => client.query('reset role'));
      };
      await requireAs();
      await client.query("insert into public.migrations (name, digest) values ('9999-newer.sql', '')");
      await requireAs();
      await client.query('delete from public.migrations where name = $1', [latest]);
      await expect(requireAs(30_000)).rejects.toThrow(`The database does not have the migration ${latest}`);
      await client.query('drop function log.applied_migrations');
      await expect(requireAs()).rejects.toBeInstanceOf(OutdatedSchemaError);
      await client.query('drop schema log cascade');
      await expect(requireAs()).rejects.toBeInstanceOf(OutdatedSchemaError);
    });
  },
);
