import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const gitTimeoutMs = 120_000;
const installTimeoutMs = 300_000;

/** Fetches the commit if this clone lacks it, for example because the clone is shallow. @throws Error that says what to do if the commit is not available. */
const requireCommit = async (root: string, commit: string): Promise<void> => {
  const verifyCommit = () => run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root });
  try {
    await verifyCommit();
  } catch {
    const fetched = run('git', ['fetch', '--depth=1', 'origin', commit], {
      cwd: root,
      timeout: gitTimeoutMs,
    });
    await fetched.then(verifyCommit).catch((error: Error) => {
      throw new Error(
        `This clone has no commit ${commit}, the previous release. Run "git fetch --unshallow" and start again. (${error.message})`,
      );
    });
  }
};

/**
 * Writes the sources of a commit into a folder, with the packages that they need. If the commit has the same lock file as this working
 * copy, the packages of this working copy are linked. Otherwise npm installs those that the services need.
 * @param root the folder of this working copy.
 * @param folder the folder for the sources, which is created.
 * @throws Error if the commit is not available, or the packages cannot be installed.
 */
export const checkOutSources = async (root: string, commit: string, folder: string): Promise<void> => {
  await requireCommit(root, commit);
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, 'sources.tar');
  await run('git', ['archive', '--format=tar', '--output', archive, commit], {
    cwd: root,
    timeout: gitTimeoutMs,
  });
  await run('tar', ['-xf', archive, '-C', folder], { timeout: gitTimeoutMs });
  rmSync(archive);
  const lockOf = (path: string) => readFileSync(join(path, 'package-lock.json'), 'utf8');
  if (lockOf(folder) === lockOf(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  else
    await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      timeout: installTimeoutMs,
    });
};
