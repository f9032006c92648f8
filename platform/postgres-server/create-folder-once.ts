import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';

/**
 * Creates a folder with its content unless it exists. The folder gets its name only when it is complete. So no process finds it incomplete,
 * even if several create it at the same time or one of them is killed.
 * @param fill writes the content into the folder whose path it gets.
 * @throws Error if the folder cannot be written. The incomplete folder is deleted.
 */
export const createFolderOnce = (path: string, fill: (folder: string) => void): void => {
  if (existsSync(path)) return;
  const incomplete = mkdtempSync(`${path}.`);
  try {
    fill(incomplete);
    chmodSync(incomplete, 0o755);
    renameSync(incomplete, path);
  } catch (error) {
    rmSync(incomplete, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(path)) throw error;
  }
};
