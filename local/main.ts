/**
 * The one-machine edition: everything that Lyceum needs, started by one command and stopped by one signal. The first start
 * creates the data folder. Leftovers of a killed process are cleaned up by the next start.
 */
import { join } from 'node:path';
import { readEnvironmentWithSecrets } from '#platform/secret-files.ts';
import { buildClient, findBuiltClient } from './client/build-client.ts';
import { lockDataFolder } from './data-folder/folder-lock.ts';
import { readOrCreateEmulatorSecret, readOrCreateMasterKey } from './data-folder/secrets.ts';
import { migrateDatabase, startEmbeddedPostgres, wrapGivenDatabase } from './database.ts';
import { formatDemoAccounts } from './demo-school/accounts.ts';
import { ensureDemoSchool } from './demo-school/ensure-demo-school.ts';
import { endWithParent } from './end-with-parent.ts';
import { formatEmailLink } from './identity/format-email-link.ts';
import { type Emulator, startEmulator } from './identity/start-emulator.ts';
import { isLoopback, type LocalSettings, readSettings } from './local-settings.ts';
import { requireFreePort, requireFreeProductPort } from './ports.ts';
import { createShutdown } from './shut-down.ts';
import { checkEnvironment, projectId, startServices } from './start-services.ts';
import { createStartupSteps } from './startup-steps.ts';

const startedAt = performance.now();
const { run, print } = createStartupSteps((text) => process.stdout.write(text));
const printError = (text: string) => process.stderr.write(`${text}\n`);
const shutDown = createShutdown(printError);

let isEnding = false;
const end = async (exitCode: number, printReason: () => void) => {
  // Only the first reason to end counts. Later failures may be effects of the shutdown.
  if (isEnding) return;
  isEnding = true;
  process.exitCode = exitCode;
  printReason();
  await shutDown.run();
  process.exit();
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => end(0, () => print(`\n${signal}: stopping. Accounts and data are kept.`)));
endWithParent(() => end(0, () => {}));

const fail = (error: unknown) =>
  end(1, () => printError(`\n${error instanceof Error ? error.message : String(error)}`));
process.on('unhandledRejection', fail);

const startIdentity = async (settings: LocalSettings): Promise<Emulator> => {
  const emulator = startEmulator(
    {
      host: '127.0.0.1',
      port: settings.emulatorPort,
      projectId,
      secret: await readOrCreateEmulatorSecret(settings.dataFolder),
      accountsFile: join(settings.dataFolder, 'accounts.json'),
    },
    (link) => print(formatEmailLink(link, settings.address)),
  );
  shutDown.add('the Auth emulator', emulator.stop);
  return emulator;
};

const warnIfReachable = (settings: LocalSettings) => {
  if (isLoopback(settings.host)) return;
  print(
    `Warning: anybody who can reach ${settings.host} can use this Lyceum, choose any role (unless ROLE_SIGNUP=approval)`,
  );
  print(
    'and forge sign-ins, because its identity provider is an emulator. Use it only among people you trust.',
  );
  print(
    `It answers only under ${settings.address} and under localhost. If others use another address, set PUBLIC_URL to it.`,
  );
};

const start = async () => {
  const environment = readEnvironmentWithSecrets(process.env);
  const settings = readSettings(environment, process.argv.slice(2));
  checkEnvironment(settings, environment);
  warnIfReachable(settings);
  await requireFreeProductPort(settings);
  await requireFreePort('127.0.0.1', settings.emulatorPort, 'AUTH_EMULATOR_PORT');
  const release = lockDataFolder(settings.dataFolder);
  shutDown.add('the data folder', release);

  const emulator = await startIdentity(settings);
  const emulatorReady = run('Auth emulator started', () => emulator.ready);
  emulatorReady.catch(() => {});
  const clientBuilt = findBuiltClient() ?? run('Client built', buildClient);
  const database =
    settings.databaseUrl === null
      ? await run('PostgreSQL started', () => startEmbeddedPostgres(settings.dataFolder))
      : wrapGivenDatabase(settings.databaseUrl);
  shutDown.add('PostgreSQL', database.stop);
  await run('Migrations', () => migrateDatabase(database.url));
  const masterKey = await readOrCreateMasterKey({
    folder: settings.dataFolder,
    databaseUrl: database.url,
    environment,
  });
  const hasDemoSchool = await ensureDemoSchool({
    settings,
    databaseUrl: database.url,
    masterKey,
    emulator,
    run,
  });
  const client = await clientBuilt;
  await run(`Services started at ${settings.address}`, () =>
    startServices(
      { environment, settings, databaseUrl: database.url, masterKey, client, emulator, hasDemoSchool },
      shutDown,
    ),
  );
  await emulatorReady;
  for (const unexpectedEnd of [database.unexpectedEnd, emulator.unexpectedEnd]) unexpectedEnd.then(fail);
  print(
    `${((performance.now() - startedAt) / 1000).toFixed(2)} s in total\n\nLyceum is ready: ${settings.address}`,
  );
  print(
    hasDemoSchool ? formatDemoAccounts() : 'No demo school. Register and choose the role Admin to begin.',
  );
};

start().catch(fail);
