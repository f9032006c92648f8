import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';

const database = await createTestDatabase();
const client = new Client({ connectionString: database.url });
afterTests(() => client.end());
await client.connect();
await client.query(
  `insert into log.events (position, recorded_at, version, schema_version, command_id, stream, type, data, metadata)
     values (1, now(), 1, 1, gen_random_uuid(), 'course-1', 'CourseRemoved', '{}', '{}')`,
);
await client.query(
  `insert into log.commands (recorded_at, position, command_id, status, key, body_hash, answer)
     values (now(), 1, gen_random_uuid(), 200, 'k', 'h', '{}')`,
);

/**
 * Runs a statement as a role (null: as the login of this test) and rolls it back. Returns `done:` with the number of rows, or the
 * message of the error.
 */
const attempt = async (role: string | null, sql: string): Promise<string> => {
  await client.query('begin');
  try {
    if (role) await client.query(`set local role ${role}`);
    const { rowCount } = await client.query(sql);
    return `done: ${rowCount}`;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.query('rollback');
  }
};

const roles = ['lyceum_command', 'lyceum_projector', 'lyceum_reader', 'lyceum_analyst', 'lyceum_signer'];
/** The append-only tables of the log, each with a change that is valid for every row. */
const appendOnlyTables = {
  'log.events': 'position = position + 0',
  'log.commands': 'position = position + 0',
  'log.identity': 'made_at = now()',
  'log.seals': 'number = number + 0',
  'log.segments': 'number = number + 0',
  'log.kept_events': 'position = position + 0',
};
const rewritingStatements = Object.entries(appendOnlyTables).flatMap(([table, change]) => [
  `update ${table} set ${change}`,
  `delete from ${table}`,
  `truncate ${table}`,
]);

describe.each(roles)('%s', (role) => {
  test.each(rewritingStatements)('may not %s', async (sql) => {
    expect(await attempt(role, sql)).toContain('permission denied');
  });

  test('may not write events without the append function', async () => {
    expect(await attempt(role, 'insert into log.events default values')).toContain('permission denied');
    expect(await attempt(role, 'alter table log.events disable trigger all')).toMatch(
      /must be owner|permission denied/,
    );
  });

  test('may not restore or delete keys, or lock the head of the log', async () => {
    expect(await attempt(role, 'update vault.keys set destroyed_at = null')).toContain('permission denied');
    expect(await attempt(role, 'delete from vault.keys')).toContain('permission denied');
    expect(await attempt(role, 'select log.lock_head()')).toContain('permission denied');
  });
});

/** Returns the values of the first column. */
const readColumn = async (sql: string): Promise<string[]> =>
  (await client.query<[string]>({ text: sql, rowMode: 'array' })).rows.map(([value]) => value);
const ownSchemas = `('analysis', 'log', 'vault', 'read', 'state')`;

test('no schema, no table and no function that runs as its owner belongs to a superuser', async () => {
  expect(
    await readColumn(`select p.oid::regprocedure::text from pg_proc p join pg_roles r on r.oid = p.proowner
      where p.prosecdef and r.rolsuper`),
  ).toEqual([]);
  expect(await readColumn('select p.oid::regprocedure::text from pg_proc p where p.prosecdef')).not.toEqual(
    [],
  );
  expect(
    await readColumn(`select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_roles r on r.oid = c.relowner where r.rolsuper and (n.nspname in ${ownSchemas} or c.relname = 'migrations')`),
  ).toEqual([]);
  expect(
    await readColumn(`select nspname from pg_namespace join pg_roles r on r.oid = nspowner
      where r.rolsuper and nspname in ${ownSchemas}`),
  ).toEqual([]);
});

test('the owner and the other roles have no special rights, and no other role may act as the owner', async () => {
  expect(
    await readColumn(`select rolname from pg_roles where rolname in ('lyceum_owner', ${roles.map((role) => `'${role}'`).join()})
      and (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls or rolcanlogin)`),
  ).toEqual([]);
  for (const role of roles)
    expect(await readColumn(`select pg_has_role('${role}', 'lyceum_owner', 'member')::text`)).toEqual([
      'false',
    ]);
});

test('a login without any grant can create nothing and read nothing', async () => {
  expect(
    await readColumn(`select nspname from pg_namespace, aclexplode(coalesce(nspacl, acldefault('n', nspowner))) as a
      where a.grantee = 0 and nspname not in ('pg_catalog', 'information_schema')`),
  ).toEqual([]);
  expect(
    await readColumn(`select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) as a
      where a.grantee = 0 and n.nspname in ${ownSchemas}`),
  ).toEqual([]);
  const stranger = `stranger_${randomUUID().replaceAll('-', '')}`;
  await client.query(`create role ${stranger}`);
  try {
    for (const schema of ['public', 'log', 'vault', 'read', 'state', 'analysis'])
      expect(await attempt(stranger, `create table ${schema}.mine (x int)`)).toContain('permission denied');
    expect(await attempt(stranger, 'create schema mine')).toContain('permission denied');
    expect(await attempt(stranger, 'select from public.migrations')).toContain('permission denied');
  } finally {
    await client.query(`drop role ${stranger}`);
  }
});

test('of the functions that run as the owner, each role may call exactly those that it needs', async () => {
  const listCallable = (role: string) =>
    readColumn(`select n.nspname || '.' || p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.prosecdef and p.prorettype <> 'trigger'::regtype and has_function_privilege('${role}', p.oid, 'execute') order by 1`);
  expect(await listCallable('lyceum_command')).toEqual([
    'log.append_batch',
    'log.append_one',
    'log.append_one_counted',
    'log.append_reserving',
    'log.applied_migrations',
    'log.confirm_append',
    'state.keep_playback',
    'state.see_announcements',
    'state.see_notifications',
    'state.switch_notifications',
    'vault.reserve_missing_emails',
  ]);
  expect(await listCallable('lyceum_projector')).toEqual([
    'log.applied_migrations',
    'log.drop_past',
    'log.expire_commands',
    'log.keep_past',
    'log.lost_with_replay',
    'log.make_past',
    'log.repeat_removals',
    'vault.destroy',
  ]);
  expect(await listCallable('lyceum_reader')).toEqual([
    'log.applied_migrations',
    'log.confirm_history',
    'state.end_presence',
    'state.keep_presence',
  ]);
  expect(await listCallable('lyceum_analyst')).toEqual([]);
  expect(await listCallable('lyceum_signer')).toEqual([]);
});

test('each role has exactly the table privileges on the log and the vault that it needs', async () => {
  const listPrivileges = (role: string) =>
    readColumn(`select format('%s %s', lower(string_agg(privilege, ',' order by privilege)), c.oid::regclass)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace,
        unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as privilege
      where n.nspname in ('log', 'vault') and c.relkind in ('r', 'v')
        and has_table_privilege('${role}', c.oid, privilege)
      group by c.oid order by c.oid::regclass::text collate "C"`);
  const selectOn = (...tables: string[]) => tables.map((table) => `select ${table}`);
  expect(await listPrivileges('lyceum_command')).toEqual(
    selectOn(
      'log.archived_streams',
      'log.commands',
      'log.events',
      'log.history',
      'log.identity',
      'log.kept_events',
      'log.seals',
      'log.segments',
      'vault.keys',
      'vault.secrets',
    ),
  );
  expect(await listPrivileges('lyceum_projector')).toEqual([
    ...selectOn('log.archived_streams', 'log.events', 'log.history', 'log.identity', 'log.kept_events'),
    ...selectOn('log.removals'),
    'insert,select log.seals',
    ...selectOn('log.segments', 'vault.keys'),
  ]);
  expect(await listPrivileges('lyceum_reader')).toEqual(
    selectOn(
      'log.archived_streams',
      ...[
        'log.events',
        'log.history',
        'log.identity',
        'log.kept_events',
        'log.pseudonym_key',
        'log.seals',
        'log.segments',
      ],
    ),
  );
  expect(await listPrivileges('lyceum_analyst')).toEqual([]);
  // The head signer may read only some columns of two tables.
  expect(await listPrivileges('lyceum_signer')).toEqual([]);
  expect(await attempt('lyceum_signer', 'select id from log.identity')).toBe('done: 1');
  expect(await attempt('lyceum_signer', 'select number, chained_root, nodes from log.seals')).toBe('done: 0');
  expect(await attempt('lyceum_signer', 'select leaves from log.seals')).toContain('permission denied');
});

test('the append functions, which run as the owner, reject a session with a different search_path', async () => {
  const nulls = (count: number) => Array.from({ length: count }, () => 'null').join(', ');
  for (const call of [
    `log.append_one(${nulls(13)})`,
    `log.append_one_counted(${nulls(19)})`,
    `log.append_batch(${nulls(18)})`,
    `log.append_reserving(${nulls(20)})`,
  ])
    expect(await attempt('lyceum_command', `select ${call}`)).toContain('needs a session with search_path');
});

test('triggers reject changes even by a superuser', async () => {
  // Stored answers may be deleted, because they expire (log.expire_commands).
  for (const sql of rewritingStatements.filter((statement) => statement !== 'delete from log.commands'))
    expect(await attempt(null, sql)).toContain('history is only ever appended to');
});

test('an analyst may read the schema analysis, but not the log, the vault, read tables or state', async () => {
  expect(await attempt('lyceum_analyst', 'select * from analysis.course_removed')).toMatch(/^done/);
  for (const table of ['log.events', 'log.seals', 'vault.keys', 'read.courses', 'state.present'])
    expect(await attempt('lyceum_analyst', `select * from ${table}`)).toContain('permission denied');
});

test.each([
  ['lyceum_command', 'done: 0', 'permission denied'],
  ['lyceum_projector', 'done: 0', 'done: 0'],
  ['lyceum_reader', 'permission denied', 'permission denied'],
  ['lyceum_analyst', 'permission denied', 'permission denied'],
  ['lyceum_signer', 'permission denied', 'permission denied'],
])('%s gets "%s" for reading vault.keys and "%s" for writing seals', async (role, readResult, sealResult) => {
  expect(await attempt(role, 'select from vault.keys where false')).toContain(readResult);
  expect(await attempt(role, 'insert into log.seals select * from log.seals where false')).toContain(
    sealResult,
  );
});

test.each(roles)(
  '%s cannot read, change or release reserved e-mail addresses; only lyceum_command reads the wrapped key of their digests',
  async (role) => {
    for (const sql of [
      'select digest from vault.emails',
      `insert into vault.emails values (gen_random_uuid(), '')`,
      'update vault.emails set is_shared = true',
      'delete from vault.emails',
      `select vault.reserve_email(gen_random_uuid(), '')`,
      'update vault.secrets set wrapped = null',
      'delete from vault.secrets',
    ])
      expect(await attempt(role, sql)).toContain('permission denied');
    const secretsResult = role === 'lyceum_command' ? 'done: 0' : 'permission denied';
    expect(await attempt(role, 'select wrapped from vault.secrets')).toContain(secretsResult);
  },
);

test('only the projector may create, keep and drop as-of schemas, and it cannot do so with other schemas', async () => {
  const schema = `lyceum_past_${'0'.repeat(16)}`;
  const keep = (name: string, replace: boolean) =>
    `select log.keep_past('${schema}', '${name}', '', ${replace}, true)`;
  const create = `select log.make_past('${schema}', true)`;
  for (const role of roles.filter((one) => one !== 'lyceum_projector'))
    for (const call of [
      create,
      keep('mine', true),
      `select log.drop_past('${schema}')`,
      `select log.lost_with_replay('mine')`,
      `select log.drop_replay('mine', true)`,
    ])
      expect(await attempt(role, call)).toContain('permission denied');
  expect(await attempt('lyceum_projector', create)).toBe('done: 1');
  for (const name of ['read', 'public', 'lyceum_past_x', 'pg_mine', 'a"; drop schema read; --'])
    for (const call of [`select log.make_past('${name}', false)`, `select log.drop_past('${name}')`])
      expect(await attempt('lyceum_projector', call)).toMatch(/is no (?:name for a )?past/);
  await client.query(create);
  for (const name of ['read', 'public', 'log'])
    for (const call of [keep(name, true), `select log.lost_with_replay('${name}')`])
      expect(await attempt('lyceum_projector', call)).toContain('already');
  expect(await attempt('lyceum_projector', `select log.drop_replay('mine', true)`)).toContain('denied');
  for (const name of ['pg_mine', 'lyceum_past_x', 'Mine', ''])
    expect(await attempt('lyceum_projector', keep(name, true))).toContain('cannot be kept');
  expect(await attempt('lyceum_projector', keep('mine', false))).toBe('done: 1');
  await client.query(`select log.drop_past('${schema}')`);
});

test('a destroyed key cannot be restored by any role', async () => {
  const person = randomUUID();
  await client.query('select vault.destroy($1::uuid[])', [[person]]);
  expect(
    await attempt(
      null,
      `update vault.keys set destroyed_at = null, wrapped = 'x', master_key_id = 'y' where person = '${person}'`,
    ),
  ).toContain('was destroyed and stays so');
  expect(
    await attempt(
      'lyceum_command',
      `insert into vault.keys (person, master_key_id, wrapped) values ('${person}', 'y', 'x') on conflict do nothing`,
    ),
  ).toBe('done: 0');
});

test('log.expire_commands deletes stored answers after 30 days, in batches', async () => {
  await client.query(
    `insert into log.commands (recorded_at, position, command_id, status, key, body_hash, answer)
       select now() - age * interval '1 day', 1, gen_random_uuid(), 200, 'old-' || age, 'h', '{}'
         from generate_series(28, 40) as age`,
  );
  await client.query('set role lyceum_projector');
  const expireBatch = async () =>
    (await client.query("select log.expire_commands('30 days', 4) as expired")).rows[0].expired;
  expect([await expireBatch(), await expireBatch(), await expireBatch(), await expireBatch()]).toEqual([
    4, 4, 3, 0,
  ]);
  await client.query('reset role');
  const { rows } = await client.query('select key from log.commands order by key');
  expect(rows.map(({ key }) => key)).toEqual(['k', 'old-28', 'old-29']);
});
