import type { AuditEntry } from '#contract/audit.ts';
import { csvMark, csvRow } from '#contract/csv.ts';

const sides = (from: string | null, to: string | null): string => {
  if (from === null) return to ?? '';
  return to === null ? `${from} → nothing` : `${from} → ${to}`;
};

const changeInWords = ({ field, from, to, sealed }: AuditEntry['changes'][number]): string =>
  `${field}: ${sealed ? 'changed (personal)' : sides(from, to)}`;

export const auditFileHead = `${csvMark}${csvRow([
  'Position',
  'Time',
  'Who',
  'Role',
  'What',
  'Record',
  'Changes',
  'Consequences',
  'Request',
])}`;

/** An entry of the history as a row of its file. */
export const auditFileRow = (entry: AuditEntry): string =>
  csvRow([
    String(entry.position),
    entry.at,
    entry.who,
    entry.actor?.userType ?? '',
    entry.did,
    entry.record,
    entry.changes.map(changeInWords).join('\n'),
    [...entry.consequences, ...entry.broughtAbout.map(({ text }) => `${text}.`)].join(' '),
    entry.requestId,
  ]);
