/**
 * The one-machine edition: everything that Lyceum needs, started by one command and ended by one signal. What has
 * to be there is made on the first start; what a killed start left behind is cleared away by the next one.
 */
import { join } from 'node:path';
import { buildClient, findBuiltClient } from './client/build.ts';
import { holdDataFolder } from './data-folder/hold.ts';
import { masterKeyOf } from './data-folder/master-key.ts';
import { givenDatabase, migrateDatabase, startOwnPostgres } from './database.ts';
import { demoAccountsTable } from './demo-school/accounts.ts';
import { openDemoSchool } from './demo-school/open-demo-school.ts';
import { endWithParent } from './end-with-parent.ts';
import { type Emulator, startEmulator } from './identity/emulator.ts';
import { letterOf } from './identity/letter.ts';
import { requireFreePort } from './ports.ts';
import { checkEnvironment, projectId, startServices } from './services.ts';
import { isLoopback, type LocalSettings, readSettings } from './settings.ts';
import { createShutDown } from './shut-down.ts';
import { createSteps } from './steps.ts';

const began = performance.now();
const { step, say } = createSteps((text) => process.stdout.write(text));
const complain = (text: string) => process.stderr.write(`${text}\n`);
const shutDown = createShutDown(complain);

let ending = false;
const end = async (exitCode: number, why: () => void) => {
  // What fails because everything ends is no news.
  if (ending) return;
  ending = true;
  process.exitCode = exitCode;
  why();
  await shutDown.run();
  process.exit();
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => end(0, () => say(`\n${signal}: ending; accounts and data are kept.`)));
endWithParent(() => end(0, () => {}));

const fail = (error: unknown) =>
  end(1, () => complain(`\n${error instanceof Error ? error.message : String(error)}`));
process.on('unhandledRejection', fail);

const startIdentity = (settings: LocalSettings): Emulator => {
  const emulator = startEmulator(
    {
      host: '127.0.0.1',
      port: settings.emulatorPort,
      projectId,
      accountsFile: join(settings.dataFolder, 'accounts.json'),
    },
    (link) => say(letterOf(link, settings.address)),
  );
  shutDown.add('the Auth emulator', emulator.stop);
  return emulator;
};

const warnOfOthers = (settings: LocalSettings) => {
  if (isLoopback(settings.host)) return;
  say(
    `Anybody who reaches ${settings.host} can use this Lyceum, choose any role (ROLE_SIGNUP=approval asks an`,
  );
  say(
    'Admin first) and forge a sign-in: its identity provider is an emulator. Use it among people you trust.',
  );
};

const start = async () => {
  const settings = readSettings(process.env, process.argv.slice(2));
  checkEnvironment(settings);
  warnOfOthers(settings);
  await requireFreePort(settings.host, settings.port, 'PORT');
  await requireFreePort('127.0.0.1', settings.emulatorPort, 'AUTH_EMULATOR_PORT');
  const release = holdDataFolder(settings.dataFolder);
  shutDown.add('the data folder', release);

  const emulator = startIdentity(settings);
  const signIn = step('Auth emulator started', () => emulator.ready);
  signIn.catch(() => {});
  const clientBuilt = findBuiltClient() ?? step('Client built', buildClient);
  const masterKey = await masterKeyOf(settings.dataFolder);
  const database =
    settings.databaseUrl === null
      ? await step('PostgreSQL started', () => startOwnPostgres(settings.dataFolder))
      : givenDatabase(settings.databaseUrl);
  shutDown.add('PostgreSQL', database.stop);
  await step('Migrations', () => migrateDatabase(database.url));
  const demo = await openDemoSchool({ settings, databaseUrl: database.url, masterKey, emulator, step });
  const client = await clientBuilt;
  await step(`Visitors are served at ${settings.address}`, () =>
    startServices({ settings, databaseUrl: database.url, masterKey, client, emulator, demo }, shutDown),
  );
  await signIn;
  for (const lost of [database.lost, emulator.lost]) lost.then(fail);
  say(`${((performance.now() - began) / 1000).toFixed(2)} s in all\n\nLyceum is ready: ${settings.address}`);
  say(demo ? demoAccountsTable() : 'No demo school: register, and choose the role Admin to begin.');
};

start().catch(fail);
