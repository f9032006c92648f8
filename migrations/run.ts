/** `npx node migrations/run.ts` applies the missing migrations to the database in DATABASE_URL, as its owner. */
import { Client } from 'pg';
import { readEnvironmentWithSecrets } from '#platform/secret-files.ts';
import { migrate } from './migrate.ts';

const { DATABASE_URL: connectionString } = readEnvironmentWithSecrets(process.env);
if (!connectionString)
  throw new Error('Set DATABASE_URL to the URL of the database to migrate, as its owner.');
const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 });
// A lost connection also rejects the current query. Without this listener, it would end the process before the failed migration is named.
client.on('error', () => undefined);
client.on('notice', ({ severity, message }) => {
  if (severity === 'WARNING') process.stderr.write(`migrations: ${message}\n`);
});
await client.connect();
try {
  const applied = await migrate(client, {
    onRetry: (migration, message) =>
      process.stderr.write(
        `migrations: ${migration} waits for another connection, for example a dump or a long query, and is tried again: ${message}\n`,
      ),
  });
  process.stdout.write(
    applied.length === 0 ? 'migrations: up to date\n' : `migrations: ${applied.join(', ')}\n`,
  );
} finally {
  await client.end();
}
