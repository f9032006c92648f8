import { expect, test } from 'vitest';
import { etcdArguments } from './etcd.ts';
import { renderHaproxyConfiguration } from './haproxy.ts';
import { renderPatroniConfiguration, sharedSettings } from './patroni.ts';
import { renderPgbackrestConfiguration } from './pgbackrest.ts';

const node = {
  name: 'postgres-1',
  postgresPort: 5001,
  restPort: 8001,
  postgresPortForOthers: 5101,
  restPortForOthers: 8101,
  etcdPorts: [2379],
  dataFolder: '/data',
  socketFolder: '/sockets',
};
const settings = {
  postgresFolder: '/bin',
  passwords: { superuser: 'one', replication: 'two' },
  archive: null,
  restoreCommand: null,
};

test('acknowledges a commit only when a replica has it, unless the replication is asynchronous', () => {
  expect(sharedSettings('synchronous')).toMatchObject({
    synchronous_mode: true,
    synchronous_mode_strict: true,
  });
  expect(sharedSettings('asynchronous')).toMatchObject({
    synchronous_mode: false,
    synchronous_mode_strict: false,
  });
});

test('has a leader lease of at least one loop wait and two retry timeouts, as Patroni requires', () => {
  const { ttl, loop_wait, retry_timeout } = sharedSettings('synchronous');
  expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout);
});

test('other nodes reach a node through its relay', () => {
  const configuration = JSON.parse(
    renderPatroniConfiguration(node, { ...settings, replication: 'synchronous', hasRelays: true }),
  );
  expect(configuration).toMatchObject({
    etcd3: { hosts: ['127.0.0.1:2379'], use_proxies: true },
    restapi: { listen: '127.0.0.1:8001', connect_address: '127.0.0.1:8101' },
    postgresql: { listen: '127.0.0.1:5001', connect_address: '127.0.0.1:5101', data_dir: '/data' },
  });
});

test('archives the WAL, and starts a new cluster from a backup', () => {
  const configuration = JSON.parse(
    renderPatroniConfiguration(node, {
      ...settings,
      ...{ replication: 'synchronous', hasRelays: false },
      archive: { archive: 'pgbackrest archive-push %p', restore: 'pgbackrest archive-get %f %p' },
      restoreCommand: 'pgbackrest restore',
    }),
  );
  expect(configuration.bootstrap).toMatchObject({
    method: 'pgbackrest',
    pgbackrest: { command: 'pgbackrest restore', keep_existing_recovery_conf: true },
  });
  expect(configuration.postgresql.parameters).toMatchObject({
    archive_mode: 'on',
    archive_command: 'pgbackrest archive-push %p',
  });
  expect(configuration.postgresql.recovery_conf).toEqual({ restore_command: 'pgbackrest archive-get %f %p' });
});

test('encrypts the repository of the backups', () => {
  const text = renderPgbackrestConfiguration({
    ...{ repositoryFolder: '/repository', cipherPassword: 'secret', workFolder: '/work', node },
  });
  expect(text).toContain('repo1-cipher-type=aes-256-cbc\nrepo1-cipher-pass=secret\n');
  expect(text).toContain('pg1-path=/data\npg1-port=5001\npg1-socket-path=/sockets\n');
});

test('HAProxy closes the connections to a database that has lost its role, and checks the services', () => {
  const text = renderHaproxyConfiguration({
    ports: { edge: 1, primary: 2, replica: 3, statistics: 4 },
    databases: [{ name: 'postgres-1', postgresPort: 5101, restPort: 8101 }],
    commandApiPorts: [11, 12],
    readApiPorts: [13, 14],
    identityPort: 15,
  });
  expect(text.match(/on-marked-down shutdown-sessions/g)).toHaveLength(2);
  expect(text.match(/server postgres-1 127\.0\.0\.1:5101 check port 8101/g)).toHaveLength(2);
  expect(text).toContain('option httpchk GET /primary');
  expect(text).toContain('option httpchk GET /replica');
  for (const port of [11, 12, 13, 14]) expect(text).toContain(`127.0.0.1:${port} check\n`);
});

test('every etcd node knows all nodes', () => {
  const nodes = [1, 2, 3].map((number) => ({
    name: `etcd-${number}`,
    clientPort: 100 + number,
    peerPort: 200 + number,
    dataFolder: '/data',
  }));
  for (const each of nodes)
    expect(etcdArguments(each, nodes)).toContain(
      'etcd-1=http://127.0.0.1:201,etcd-2=http://127.0.0.1:202,etcd-3=http://127.0.0.1:203',
    );
});
