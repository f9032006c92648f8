import type { School } from '#testing/school.ts';
import { openWriter } from '../connection/writer.ts';
import { projections } from '../models/projections.ts';
import { silentObserver } from './silent-observer.ts';

/** Returns the options of a runner on the database of a school. The runner appends its states to `states`. */
export const createRunnerOptions = (school: School, states: string[], failed?: (error: Error) => void) => ({
  openWriter: () => openWriter({ connectionString: school.url, role: 'lyceum_projector' }),
  reader: school.log.reader,
  projections,
  outbox: null,
  afterCommit: () => {},
  standbyPollMs: 30,
  observer: {
    ...silentObserver,
    state: (state: string, error?: Error) => {
      states.push(state);
      if (error) failed?.(error);
    },
  },
});
