import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeOnSignal } from '#platform/testing/close-on-signal.ts';

/** Waits until a process and its output have ended. If a signal ends the benchmark, the process is killed. @returns its exit code; null if a signal ended it. */
export const waitForEnd = async (child: ChildProcess): Promise<number | null> => {
  const closed = once(child, 'close');
  const end = closeOnSignal(async () => {
    child.kill();
    await closed;
  });
  const [code] = (await closed) as [number | null];
  await end();
  return code;
};
