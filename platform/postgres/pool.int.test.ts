import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { openPool } from './pool.ts';

const database = await createTestDatabase();

test('acts as the group role even if its login has more rights', async () => {
  const pool = openPool({ connectionString: database.url, role: 'lyceum_command', maxConnections: 1 });
  const { rows } = await pool.query<{ current_user: string }>('select current_user');
  expect(rows[0]?.current_user).toBe('lyceum_command');
  await expect(pool.query('delete from log.events')).rejects.toThrow('permission denied');
  await pool.end();
});

test('turns off the compilation of statements', async () => {
  const pool = openPool({ connectionString: database.url, maxConnections: 1 });
  expect((await pool.query('show jit')).rows).toEqual([{ jit: 'off' }]);
  await pool.end();
});

test('refuses a role name that contains options', () => {
  expect(() => openPool({ connectionString: database.url, role: 'x -c log_statement=none' })).toThrow(
    'is not the name of a database role',
  );
});

test('cancels a statement that takes too long, and executes the next one', async () => {
  const pool = openPool({ connectionString: database.url, maxConnections: 1, statementTimeoutMs: 1_000 });
  await expect(pool.query('select pg_sleep(30)')).rejects.toMatchObject({ code: '57014' });
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('reports and replaces a connection that PostgreSQL ends while idle', async () => {
  const errors: string[] = [];
  const pool = openPool({
    connectionString: database.url,
    maxConnections: 1,
    onIdleError: (error) => errors.push(error.message),
  });
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const other = openPool({ connectionString: database.url, maxConnections: 1 });
  await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await Promise.all([pool.end(), other.end()]);
});

test('times out if the server accepts a connection but never answers', async () => {
  const silent = createServer((socket) => socket.resume());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const pool = openPool({ connectionString: `postgres://x@127.0.0.1:${port}/x`, maxConnections: 1 });
  await expect(pool.query('select 1')).rejects.toThrow(/timeout/);
  await pool.end();
  await new Promise<void>((resolve) => silent.close(() => resolve()));
});

test('fails only the next statement if the connection is lost between two statements', async () => {
  const pool = openPool({ connectionString: database.url, maxConnections: 1 });
  const other = openPool({ connectionString: database.url, maxConnections: 1 });
  const client = await pool.connect();
  await client.query('begin');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const connectionEnd = new Promise((resolve) => client.once('end', resolve));
  await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await connectionEnd;
  await expect(client.query('commit')).rejects.toThrow('not queryable');
  client.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await Promise.all([pool.end(), other.end()]);
});

test('prepares a statement with parameters once per connection', async () => {
  const pool = openPool({ connectionString: database.url, maxConnections: 1 });
  for (const number of [1, 2, 3])
    expect((await pool.query('select $1::int as number', [number])).rows).toEqual([{ number }]);
  const { rows } = await pool.query<{ statement: string }>('select statement from pg_prepared_statements');
  expect(rows.map(({ statement }) => statement)).toEqual(['select $1::int as number']);
  await pool.end();
});

test('repeats a prepared statement if its table has gained a column in the meantime', async () => {
  const pool = openPool({ connectionString: database.url, maxConnections: 1 });
  await pool.query('create temp table person (id int)');
  await pool.query('insert into person values (1)');
  const read = async () => (await pool.query('select * from person where id = $1', [1])).rows;
  expect(await read()).toEqual([{ id: 1 }]);
  await pool.query("alter table person add column name text default 'Ada'");
  for (let time = 0; time < 3; time += 1) expect(await read()).toEqual([{ id: 1, name: 'Ada' }]);
  // The statement is prepared again only once, so only the first of these reads costs more.
  const { rows } = await pool.query<{ uses: number }>(
    "select (generic_plans + custom_plans)::int as uses from pg_prepared_statements where statement like '%from person%' order by prepare_time",
  );
  expect(rows.map(({ uses }) => uses)).toEqual([1, 3]);
  await pool.end();
});

test('a prepared statement that is outdated fails in one transaction only', async () => {
  const pool = openPool({ connectionString: database.url, maxConnections: 1 });
  await pool.query('create temp table person (id int)');
  const readInTransaction = async () => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      return (await client.query('select * from person where id = $1', [1])).rows;
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  expect(await readInTransaction()).toEqual([]);
  await pool.query('alter table person add column name text');
  await expect(readInTransaction()).rejects.toMatchObject({ code: '0A000' });
  expect(await readInTransaction()).toEqual([]);
  await pool.end();
});

test('sends several statements at once if they have no parameters', async () => {
  const pool = openPool({ connectionString: database.url, maxConnections: 1 });
  await pool.query('create temp table person (id int); insert into person values (1)', []);
  expect((await pool.query('select id from person')).rows).toEqual([{ id: 1 }]);
  await pool.end();
});
