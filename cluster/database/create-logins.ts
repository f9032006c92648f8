import { withConnection } from './with-connection.ts';

/** The logins of the services and of analysts, and the group role whose privileges each has, as in `docker/postgres/init/10-roles.sh`. */
const logins = {
  command_api: 'lyceum_command',
  projector: 'lyceum_projector',
  read_api: 'lyceum_reader',
  analyst: 'lyceum_analyst',
  head_signer: 'lyceum_signer',
} as const;

export const databaseName = 'lyceum';
export const owner = 'lyceum_owner';

/**
 * Creates the database, its owner, and the logins. Skips what exists, so it can be called again after a lost connection.
 * @param password the password of the owner and of all logins: letters, digits and underscores.
 * @throws TypeError if the password has other characters; Error if the connection fails, or a query takes longer than a minute.
 */
export const createLogins = async (superuserUrl: string, password: string): Promise<void> => {
  if (!/^\w+$/.test(password))
    throw new TypeError('The password may contain only letters, digits and underscores.');
  await withConnection(superuserUrl, async (client) => {
    const exists = async (sql: string, name: string) => ((await client.query(sql, [name])).rowCount ?? 0) > 0;
    const createRole = async (name: string, attributes: string) => {
      if (await exists('select from pg_roles where rolname = $1', name)) return;
      await client.query(`create role ${name} ${attributes}`);
    };
    await createRole(owner, `login password '${password}' nosuperuser nocreatedb nocreaterole`);
    if (!(await exists('select from pg_database where datname = $1', databaseName)))
      await client.query(`create database ${databaseName} owner ${owner}`);
    await client.query(`revoke all on database ${databaseName} from public`);
    for (const [login, group] of Object.entries(logins)) {
      await createRole(group, 'nologin');
      await createRole(login, `login password '${password}' in role ${group}`);
      await client.query(`grant connect on database ${databaseName} to ${login}`);
      await client.query(`grant ${group} to ${owner}`);
    }
  });
};
