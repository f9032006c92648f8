import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openReader } from '#events/log/read/reader.ts';
import { openPool } from '#platform/postgres/pool.ts';
import { writeFileAtomically } from '#platform/write-file-atomically.ts';
import type { Emulator } from '../identity/start-emulator.ts';
import type { LocalSettings } from '../local-settings.ts';
import { projectId } from '../start-services.ts';
import type { StartupSteps } from '../startup-steps.ts';
import { createDemoAccounts } from './create-demo-accounts.ts';
import { seedDemoSchool } from './seed-demo-school.ts';

const logIdOf = async (databaseUrl: string): Promise<string> => {
  const pool = openPool({ connectionString: databaseUrl, maxConnections: 1 });
  const reader = openReader({ pool, vault: null });
  try {
    return await reader.logId();
  } finally {
    await reader.close();
    await pool.end();
  }
};

/**
 * Creates the demo school on the first start, unless `--empty` was given or people already use the log. A marker file in the data
 * folder contains the id of the log for which the demo school is complete.
 * @returns whether the demo school and its accounts exist, as far as this data folder shows; false with `--empty`, even if an
 * earlier start created them.
 */
export const ensureDemoSchool = async (options: {
  settings: LocalSettings;
  databaseUrl: string;
  masterKey: string;
  emulator: Pick<Emulator, 'address' | 'ready'>;
  run: StartupSteps['run'];
}): Promise<boolean> => {
  const { settings, databaseUrl, emulator, run } = options;
  if (!settings.hasDemoSchool) return false;
  const marker = join(settings.dataFolder, 'demo-school');
  const logId = await logIdOf(databaseUrl);
  if (existsSync(marker) && readFileSync(marker, 'utf8') === logId) return true;
  const commandCount = await run('Demo school created', () =>
    seedDemoSchool({ databaseUrl, masterKey: options.masterKey, now: new Date() }),
  );
  // null: people already use the log.
  if (commandCount === null) return false;
  await emulator.ready;
  await run('Demo accounts created', () => createDemoAccounts({ address: emulator.address, projectId }));
  await writeFileAtomically(marker, logId);
  return true;
};
