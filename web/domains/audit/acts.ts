import { updateAnswer } from '#contract/answers.ts';
import type { AuditEntry } from '#contract/audit.ts';
import { act } from '../../client/api/act.ts';

/** `course-<id>` as the address of the call for it. */
const pathOf = (record: string, rest: string): string => {
  const dash = record.indexOf('-');
  const [kind, id] = [record.slice(0, dash), record.slice(dash + 1)];
  return `${kind === 'announcement' ? '/announcement' : `/${kind}s`}/${encodeURIComponent(id)}${rest}`;
};

/** Brings back what an entry removed, or takes a course back to how the entry left it. @throws ApiError */
export const undo = ({ record, version, undo: way }: AuditEntry) =>
  way?.kind === 'take-back'
    ? act('POST', pathOf(record, '/reversion'), updateAnswer, {
        body: { version, expectedVersion: way.expectedVersion },
      })
    : act('POST', pathOf(record, '/restoration'), updateAnswer);
