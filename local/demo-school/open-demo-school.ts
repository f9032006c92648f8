import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openReader } from '#events/log/reader.ts';
import { openPool } from '#platform/postgres/pool.ts';
import { writeWhole } from '../data-folder/write-whole.ts';
import type { Emulator } from '../identity/emulator.ts';
import { projectId } from '../services.ts';
import type { LocalSettings } from '../settings.ts';
import type { Steps } from '../steps.ts';
import { makeDemoAccounts } from './make-accounts.ts';
import { seedDemoSchool } from './seed.ts';

const logIdOf = async (databaseUrl: string): Promise<string> => {
  const pool = openPool({ connectionString: databaseUrl, connections: 1 });
  const reader = openReader({ pool, vault: null });
  try {
    return await reader.logId();
  } finally {
    await reader.close();
    await pool.end();
  }
};

/**
 * Makes the demo school on the first start, unless it is not wanted (`--empty`) or the log is in use already. A mark
 * in the data folder says for which log it was made to its end.
 * @returns whether the demo school and its accounts are there.
 */
export const openDemoSchool = async (options: {
  settings: LocalSettings;
  databaseUrl: string;
  masterKey: string;
  emulator: Pick<Emulator, 'address' | 'ready'>;
  step: Steps['step'];
}): Promise<boolean> => {
  const { settings, databaseUrl, emulator, step } = options;
  if (!settings.demo) return false;
  const mark = join(settings.dataFolder, 'demo-school');
  const logId = await logIdOf(databaseUrl);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === logId) return true;
  const acts = await step('Demo school: twelve months of it', () =>
    seedDemoSchool({ databaseUrl, masterKey: options.masterKey, now: new Date() }),
  );
  if (acts === null) return false;
  await emulator.ready;
  await step('Demo accounts', () => makeDemoAccounts({ address: emulator.address, projectId }));
  await writeWhole(mark, logId);
  return true;
};
