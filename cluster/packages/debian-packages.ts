/** Returns the Debian packages of the cluster. apt adds the packages on which they depend. */
export const debianPackages = (postgresMajor: number): string[] => [
  ...['etcd-server', 'haproxy', 'patroni'],
  // Patroni's client for etcd. It is named here, because `patroni` accepts several clients, and apt might choose another one.
  'python3-etcd',
  ...[`postgresql-${postgresMajor}`, `postgresql-client-${postgresMajor}`],
];

/**
 * Returns the major version of PostgreSQL that the distribution has.
 * @param dependencies the output of `apt-cache depends postgresql`.
 * @throws Error if apt does not know the package.
 */
export const postgresMajorOf = (dependencies: string): number => {
  const major = /Depends: postgresql-(\d+)/.exec(dependencies)?.[1];
  if (major === undefined) throw new Error('apt knows no package postgresql');
  return Number(major);
};

/** Explains why the cluster cannot run here, and what to do. */
export const explainMissingPackages = (reason: string): string =>
  [
    `The cluster needs packages from Debian 12 or later (etcd-server, haproxy, patroni, postgresql and others), which are not available here: ${reason}.`,
    'Use a machine or a container with Debian and access to its packages, run "apt-get update" there, and start again.',
    'Nothing is installed: the packages are only unpacked into a cache folder.',
  ].join('\n');
