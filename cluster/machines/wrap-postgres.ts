import { chmodSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../processes/workspace.ts';
import type { Clocks } from './clocks.ts';

/**
 * Creates a folder with links to PostgreSQL's programs, and with a `postgres` that has the clock of a node. Patroni itself keeps the clock
 * of the machine, because it is a Python program, and Python cannot sleep under libfaketime 0.9.10 with `FAKETIME_DONT_FAKE_MONOTONIC`.
 * @returns the new folder.
 */
export const wrapPostgres = (
  workspace: Workspace,
  clocks: Clocks,
  node: string,
  programsFolder: string,
): string => {
  const folder = workspace.createFolder(`${node}-programs`);
  for (const program of readdirSync(programsFolder).filter((one) => one !== 'postgres'))
    symlinkSync(join(programsFolder, program), join(folder, program));
  const command = clocks.addTo(node, [join(programsFolder, 'postgres')]).map((word) => `'${word}'`);
  const program = join(folder, 'postgres');
  writeFileSync(program, `#!/bin/sh\nexec ${command.join(' ')} "$@"\n`);
  chmodSync(program, 0o755);
  return folder;
};
