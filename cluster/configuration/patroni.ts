import { join } from 'node:path';

/** Whether a commit waits for a replica. docs/cluster.md explains the most important settings of Patroni. */
export type Replication = 'synchronous' | 'asynchronous';

export type PatroniNode = {
  name: string;
  /** The ports on which PostgreSQL and Patroni's REST interface listen on this machine. */
  postgresPort: number;
  restPort: number;
  /** The ports at which the other nodes reach PostgreSQL and Patroni: the ports above, or those of a relay. */
  postgresPortForOthers: number;
  restPortForOthers: number;
  /** The ports at which the node reaches etcd. */
  etcdPorts: readonly number[];
  dataFolder: string;
  socketFolder: string;
};

/** The command lines with which PostgreSQL archives its WAL, and reads it from the archive. */
type ArchiveCommands = { archive: string; restore: string };

export type PatroniSettings = {
  postgresFolder: string;
  passwords: { superuser: string; replication: string };
  replication: Replication;
  /** Whether `etcdPorts` are those of relays. */
  hasRelays: boolean;
  /** How the node archives its WAL; null if it does not. */
  archive: ArchiveCommands | null;
  /** The command line that begins a new cluster: it restores a backup and configures the recovery. null if `initdb` begins the cluster. */
  restoreCommand: string | null;
};

/** Returns the settings of PostgreSQL that archive the WAL. They contain paths of the node, so they are not shared. */
const archiveParameters = ({ archive }: ArchiveCommands) => ({
  archive_mode: 'on',
  archive_command: archive,
  // A WAL file is archived after a minute even if it is not full, to limit what a disaster loses.
  archive_timeout: '60s',
});

/** Returns settings that make Patroni run the command, start PostgreSQL, and wait until the recovery has reached its target. */
const bootstrapMethod = (command: string) => ({
  method: 'pgbackrest',
  pgbackrest: { command, keep_existing_recovery_conf: true, no_params: true },
});

/** Returns the settings that Patroni keeps in etcd. All nodes share them. */
export const sharedSettings = (replication: Replication) => ({
  ttl: 20,
  loop_wait: 3,
  retry_timeout: 5,
  primary_start_timeout: 0,
  maximum_lag_on_failover: 1_048_576,
  synchronous_mode: replication === 'synchronous',
  synchronous_mode_strict: replication === 'synchronous',
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      max_connections: 200,
      shared_buffers: '64MB',
      wal_level: 'replica',
      wal_keep_size: '128MB',
      max_wal_size: '1GB',
      wal_log_hints: 'on',
      hot_standby: 'on',
      hot_standby_feedback: 'on',
      max_wal_senders: 10,
      max_replication_slots: 10,
      synchronous_commit: 'on',
      wal_sender_timeout: '5s',
      wal_receiver_timeout: '5s',
      wal_receiver_status_interval: '1s',
      tcp_keepalives_idle: 5,
      tcp_keepalives_interval: 2,
      tcp_keepalives_count: 3,
    },
  },
});

/** Renders `patroni.yml` of a node. JSON is YAML. */
export const renderPatroniConfiguration = (node: PatroniNode, settings: PatroniSettings): string => {
  const { passwords, archive, restoreCommand } = settings;
  return JSON.stringify(
    {
      scope: 'lyceum',
      name: node.name,
      restapi: {
        listen: `127.0.0.1:${node.restPort}`,
        connect_address: `127.0.0.1:${node.restPortForOthers}`,
      },
      // Without use_proxies, Patroni asks etcd for its addresses and bypasses the relays.
      etcd3: { hosts: node.etcdPorts.map((port) => `127.0.0.1:${port}`), use_proxies: settings.hasRelays },
      bootstrap: {
        dcs: sharedSettings(settings.replication),
        // Checksums reveal damage that a broken disk causes. pg_rewind needs either checksums or wal_log_hints.
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
        ...(restoreCommand === null ? {} : bootstrapMethod(restoreCommand)),
      },
      postgresql: {
        listen: `127.0.0.1:${node.postgresPort}`,
        connect_address: `127.0.0.1:${node.postgresPortForOthers}`,
        data_dir: node.dataFolder,
        bin_dir: settings.postgresFolder,
        // By default all nodes of an account share one file, even those of other clusters.
        pgpass: join(node.socketFolder, 'pgpass'),
        authentication: {
          superuser: { username: 'postgres', password: passwords.superuser },
          replication: { username: 'replicator', password: passwords.replication },
        },
        parameters: {
          unix_socket_directories: node.socketFolder,
          ...(archive === null ? {} : archiveParameters(archive)),
        },
        // If a replica needs WAL that the primary no longer has, it reads this WAL from the archive.
        ...(archive === null ? {} : { recovery_conf: { restore_command: archive.restore } }),
        pg_hba: [
          // pgBackRest connects through the socket, with a password. Where it runs as the account `postgres`, the method `peer` needs none.
          ...(archive === null ? [] : ['local all postgres scram-sha-256']),
          'host replication replicator 127.0.0.1/32 scram-sha-256',
          'host all all 127.0.0.1/32 scram-sha-256',
        ],
      },
    },
    null,
    2,
  );
};
