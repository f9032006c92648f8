import type { AuditEntry } from '#contract/schemas/audit.ts';
import { updateAnswer } from '#contract/schemas/command-results.ts';
import { sendCommand } from '../../client/api/send-command.ts';

/** Converts a record name (`course-<id>`) into the path of its endpoint. */
const recordPath = (record: string, suffix: string): string => {
  const dash = record.indexOf('-');
  const [kind, id] = [record.slice(0, dash), record.slice(dash + 1)];
  return `${kind === 'announcement' ? '/announcement' : `/${kind}s`}/${encodeURIComponent(id)}${suffix}`;
};

/** Restores the record that an entry removed, or reverts a course to the version of the entry. @throws ApiError */
export const undoAuditEntry = ({ record, version, undo }: AuditEntry) =>
  undo?.kind === 'take-back'
    ? sendCommand('POST', recordPath(record, '/reversion'), updateAnswer, {
        body: { version, expectedVersion: undo.expectedVersion },
      })
    : sendCommand('POST', recordPath(record, '/restoration'), updateAnswer);
