import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const sameProgram = (a, b) => {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return false;
  }
};

/**
 * Runs `file` with the program `node`: in this very process where that is what already runs (npm puts the
 * packages' own Node first on the path), else in a child. The child gets our signals and a channel: when this
 * process is killed the channel closes, and the child ends by itself (`local/end-with-parent.ts`).
 *
 * @param {string} node
 * @param {string} file
 * @param {string[]} args
 */
export const handOver = async (node, file, args) => {
  if (sameProgram(node, process.execPath)) {
    process.argv = [process.execPath, file, ...args];
    await import(pathToFileURL(file).href);
    return;
  }
  const child = spawn(node, [file, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A Ctrl-C in a terminal reaches the child by itself as well; the second of the two is ignored there.
    process.on(signal, () => child.kill(signal));
  }
  await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      process.exitCode = code ?? (signal ? 1 : 0);
      resolve(undefined);
    });
  });
  process.exit();
};
