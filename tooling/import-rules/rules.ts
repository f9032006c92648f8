/** Says what the files of a folder may import. A path names a folder or a single file. */
export type ImportRule = {
  folder: string;
  canImport: readonly string[];
  /** The reason why the rule is wider or narrower than a reader expects. */
  reason?: string;
};

const services = ['command-api', 'projector', 'read-api'];
const foundations = ['concurrency', 'contract', 'quizzes', 'events', 'platform'];

/** The rules between top-level folders. A folder may always import from itself. */
export const folderRules: readonly ImportRule[] = [
  { folder: 'concurrency', canImport: [] },
  {
    folder: 'contract',
    canImport: ['concurrency', 'events/seals/proof'],
    reason: 'Browser and server verify a certificate with the same code.',
  },
  { folder: 'quizzes', canImport: ['concurrency', 'contract'] },
  {
    folder: 'events',
    canImport: ['concurrency', 'contract', 'platform/secret-files.ts', 'platform/archive-settings.ts'],
    reason: 'Its programs read their settings from the environment, as the services do.',
  },
  {
    folder: 'migrations',
    canImport: ['concurrency', 'platform/secret-files.ts'],
    reason: 'The program reads the password from a file, as the services do.',
  },
  { folder: 'platform', canImport: ['concurrency', 'contract'] },
  ...services.map((folder) => ({
    folder,
    canImport: [...foundations, 'migrations/require-migrations.ts'],
    reason: 'It does not start on a schema that is older than its code.',
  })),
  {
    folder: 'testing',
    canImport: [...foundations, ...services, 'migrations'],
    reason: 'A test school runs the real services.',
  },
  {
    folder: 'web',
    canImport: ['concurrency', 'contract', 'events/seals/proof'],
    reason: 'Everything that the client imports is public. Quiz answers, for example, must not be.',
  },
  {
    folder: 'log-cli',
    canImport: [
      ...['concurrency', 'contract', 'events', 'platform', 'local/data-folder', 'local/client'],
      ...['projector/connection/writer.ts', 'projector/as-of', 'projector/replay'],
      ...['projector/models/projections.ts', 'projector/server/resources.ts'],
      ...['read-api/as-of', 'read-api/identify-build.ts', 'read-api/server.ts'],
    ],
    reason: 'It serves the product as it was in the past, and finds the log of the one-machine edition.',
  },
  { folder: 'local', canImport: [...foundations, ...services, 'migrations', 'web', 'tooling'] },
  { folder: 'e2e', canImport: [...foundations, ...services, 'migrations', 'web', 'local', 'tooling'] },
  {
    folder: 'bench',
    canImport: [
      ...[...foundations, ...services, 'migrations', 'local', 'tooling'],
      ...['e2e/support/browser', 'e2e/support/product'],
    ],
    reason: 'The benchmark of pages uses the browser of the tests.',
  },
  {
    folder: 'cluster',
    canImport: [
      ...['concurrency', 'contract', 'events', 'platform', 'local'],
      ...['bench/harness/statistics.ts', 'bench/live/clients/minimal-socket.ts', 'tooling/debian'],
    ],
    reason:
      'It starts the services as processes. The client and the Auth emulator come from the one-machine edition.',
  },
  {
    folder: 'attack',
    canImport: [...foundations, ...services],
    reason: 'Its integration tests run the services in their own process.',
  },
  {
    folder: 'tooling',
    canImport: [
      ...['concurrency', 'contract', 'events', 'migrations', 'platform', 'local', 'e2e/support/browser'],
      ...['web/domains/videos/lesson-titles.ts', 'web/domains/courses/components/code-colours.ts'],
    ],
    reason:
      'Lesson clips show the titles and colours of the client and are recorded in the browser of the tests.',
  },
];

/** The layers of the client, from the top down. A part of a layer may import another part of the same layer only if that is listed. */
export const webRules: readonly ImportRule[] = [
  { folder: 'web/app', canImport: ['web/app', 'web/pages', 'web/domains', 'web/client', 'web/ui'] },
  {
    folder: 'web/pages',
    canImport: ['web/domains', 'web/client', 'web/ui'],
    reason: 'A page must not import another page.',
  },
  { folder: 'web/domains', canImport: ['web/domains', 'web/client', 'web/ui'] },
  { folder: 'web/client', canImport: ['web/client', 'web/ui'] },
  { folder: 'web/ui', canImport: ['web/ui'] },
];

/** The folders that tests and test helpers in every folder may import in addition. */
export const testsMayImport: readonly string[] = ['testing', 'platform/testing', 'migrations'];

/**
 * Folders that become part of the client. They must import only each other, because everything in the client can be read in the browser.
 */
export const partsOfClient: readonly string[] = ['concurrency', 'contract', 'events/seals/proof'];

/** Renders the rules as the Markdown table of `docs/architecture.md`. */
export const renderRules = (): string => {
  const row = ({ folder, canImport, reason }: ImportRule) => {
    const list = canImport.length === 0 ? 'nothing' : canImport.map((path) => `\`${path}\``).join(', ');
    return `| \`${folder}/\` | ${list} | ${reason ?? ''} |`.replace(/ +\|$/, ' |');
  };
  const tests = testsMayImport.map((path) => `\`${path}\``).join(', ');
  return [
    '| folder | may import (and itself) | reason |',
    '| --- | --- | --- |',
    ...folderRules.map(row),
    '',
    `Tests and test helpers in every folder may also import ${tests}. Within the client:`,
    '',
    '| folder | may import | reason |',
    '| --- | --- | --- |',
    ...webRules.map(row),
  ].join('\n');
};
