import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const gitTimeoutMs = 120_000;
const installTimeoutMs = 300_000;

/** Makes the commit available in a shallow clone. @throws Error that says what to do. */
const requireCommit = async (root: string, commit: string): Promise<void> => {
  const has = () => run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root });
  try {
    await has();
  } catch {
    const fetched = run('git', ['fetch', '--depth=1', 'origin', commit], {
      cwd: root,
      timeout: gitTimeoutMs,
    });
    await fetched.then(has).catch((error: Error) => {
      throw new Error(
        `This clone has no commit ${commit}, the previous release. Run "git fetch --unshallow" and start again. (${error.message})`,
      );
    });
  }
};

/**
 * Writes the sources of a commit into a folder, with the packages that they need. The packages of this working copy are used if both
 * have the same lock file, otherwise npm installs those that the services need.
 * @param root of the working copy. @param folder is created.
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
