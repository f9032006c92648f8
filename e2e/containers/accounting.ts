import { expect } from 'vitest';
import { fetchToken } from '#e2e/support/api-calls.ts';
import type { ComposeProject } from './compose-project.ts';
import { type LoadResult, startLightLoad } from './light-load.ts';
import { formatSeconds, report } from './report.ts';

export type Accounting = {
  /**
   * Runs `work` while a load adds courses. Remembers the acknowledged courses, and prints the longest time without an answer.
   * @param event what happens during the load, for the printed line.
   */
  runUnderLoad: (event: string, work: () => Promise<unknown>) => Promise<LoadResult>;
  /** Fails unless each acknowledged course is in the log exactly once, and in the catalogue. */
  expectNothingLost: () => Promise<void>;
};

/** Creates the accounting for the courses that a project has acknowledged. @param admin the Admin who adds the courses. */
export const createAccounting = (
  project: ComposeProject,
  admin: Parameters<typeof fetchToken>[1],
): Accounting => {
  /** The ids of the acknowledged courses by their names, which no two requests share. */
  const acknowledged = new Map<string, string>();
  return {
    runUnderLoad: async (event, work) => {
      const load = startLightLoad(project.url, await fetchToken(project, admin));
      const [outcome] = await Promise.allSettled([work()]);
      const result = await load.stop();
      if (outcome.status === 'rejected') throw outcome.reason;
      for (const [name, id] of result.courses) acknowledged.set(name, id);
      report(
        `${event}: ${result.courses.size} courses, ${result.failures.length} failed attempts, longest gap ${formatSeconds(result.longestGapMs)}`,
      );
      return result;
    },
    expectNothingLost: async () => {
      const { stdout } = await project.compose([
        ...['run', '--rm', '-T', 'log', 'export', '--type', 'CourseAdded', '--format', 'ndjson'],
      ]);
      const added = stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { stream: string; data: { name: string } })
        .filter(({ data }) => acknowledged.has(data.name));
      expect(added.map(({ data, stream }) => `${data.name}: ${stream}`).sort()).toEqual(
        [...acknowledged].map(([name, id]) => `${name}: course-${id}`).sort(),
      );
      const listed = (await (await fetch(`${project.url}/courses`)).json()) as { _id: string }[];
      const ids = new Set(listed.map(({ _id }) => _id));
      expect(ids.size).toBe(listed.length);
      expect([...acknowledged.values()].filter((id) => !ids.has(id))).toEqual([]);
    },
  };
};
