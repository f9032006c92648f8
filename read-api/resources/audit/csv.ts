import { byteOrderMark, formatCsvRow } from '#contract/csv.ts';
import type { AuditEntry } from '#contract/schemas/audit.ts';

const formatValues = (from: string | null, to: string | null): string => {
  if (from === null) return to ?? '';
  return to === null ? `${from} → nothing` : `${from} → ${to}`;
};

const formatChange = ({ field, from, to, sealed }: AuditEntry['changes'][number]): string =>
  `${field}: ${sealed ? 'changed (personal)' : formatValues(from, to)}`;

/** The first row of the CSV file. */
export const csvHeader = `${byteOrderMark}${formatCsvRow([
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

/** Returns an entry of the history as a row of the CSV file. */
export const csvEntry = (entry: AuditEntry): string =>
  formatCsvRow([
    String(entry.position),
    entry.at,
    entry.who,
    entry.actor?.userType ?? '',
    entry.did,
    entry.record,
    entry.changes.map(formatChange).join('\n'),
    [...entry.consequences, ...entry.broughtAbout.map(({ text }) => `${text}.`)].join(' '),
    entry.requestId,
  ]);
