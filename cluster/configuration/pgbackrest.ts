/** The name of the cluster's backups in the repository. docs/backups.md explains the most important settings of pgBackRest. */
export const stanza = 'lyceum';

export type PgbackrestSettings = {
  repositoryFolder: string;
  /** Encrypts the repository. */
  cipherPassword: string;
  /** The folder for locks and logs. */
  workFolder: string;
  node: { dataFolder: string; socketFolder: string; postgresPort: number };
};

/** Renders `pgbackrest.conf` of a node. Each node has its own data and socket folder, and all use one repository. */
export const renderPgbackrestConfiguration = (settings: PgbackrestSettings): string => `
[global]
repo1-path=${settings.repositoryFolder}
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=${settings.cipherPassword}
repo1-retention-full-type=count
repo1-retention-full=2
repo1-bundle=y
compress-type=zst
process-max=2
start-fast=y
archive-timeout=60
log-level-console=warn
log-level-file=info
log-path=${settings.workFolder}
lock-path=${settings.workFolder}

[${stanza}]
pg1-path=${settings.node.dataFolder}
pg1-port=${settings.node.postgresPort}
pg1-socket-path=${settings.node.socketFolder}
pg1-user=postgres
pg1-database=postgres
`;
