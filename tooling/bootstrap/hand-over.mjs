import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import module from 'node:module';
import { pathToFileURL } from 'node:url';

const isSameProgram = (a, b) => {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return false;
  }
};

/**
 * Runs `file` with the program `node`: in this process if it already runs that program (npm puts the Node of `node_modules`
 * first on the path), otherwise in a child process. The child gets the SIGINT, SIGTERM and SIGHUP that this process gets. Through an IPC channel it also notices
 * when this process is killed, and then ends (`local/end-with-parent.ts`).
 *
 * @param {string} node
 * @param {string} file
 * @param {string[]} args
 */
export const handOver = async (node, file, args) => {
  if (isSameProgram(node, process.execPath)) {
    process.argv = [process.execPath, file, ...args];
    // Applies NODE_COMPILE_CACHE to this process, which was started without it.
    module.enableCompileCache?.();
    await import(pathToFileURL(file).href);
    return;
  }
  const child = spawn(node, [file, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // Ctrl-C in a terminal also reaches the child directly, which ignores the second signal.
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
