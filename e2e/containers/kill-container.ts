import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { ComposeProject } from './compose-project.ts';
import type { Engine } from './engine.ts';
import { report } from './report.ts';

/** Returns whether a process on this machine belongs to a container. The engine may be on another machine. */
const isInContainer = (pid: number, id: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cgroup`, 'utf8').includes(id);
  } catch {
    return false;
  }
};

/**
 * Kills the first process of a container as a crash would, so that the restart policy starts it again. If the test may not kill that
 * process, the engine kills and starts the container.
 */
export const killContainer = async (
  project: ComposeProject,
  service: string,
  docker: Engine['docker'],
): Promise<void> => {
  const { Id, State } = await project.inspect(service);
  if (process.getuid?.() !== 0 || !isInContainer(State.Pid, Id)) {
    report(`${service} is killed by the engine, so its restart policy is not tested`);
    await docker(['kill', Id]);
    await docker(['start', Id]);
    return;
  }
  process.kill(State.Pid, 'SIGKILL');
  await expect.poll(async () => (await project.inspect(service)).State).not.toMatchObject({ Pid: State.Pid });
  await expect.poll(async () => (await project.inspect(service)).State.Running).toBe(true);
};
