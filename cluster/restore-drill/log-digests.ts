import { createHash } from 'node:crypto';
import type { Client } from 'pg';

/** The digests of all events of a log. */
export type LogDigests = {
  /** SHA-256 of each event with all columns, in the order of the positions. */
  digests: readonly { position: number; digest: string }[];
};

const eventsPerPage = 1_000;

/** Returns the position of the last event; 0 for an empty log. */
export const headOf = ({ digests }: LogDigests): number => digests.at(-1)?.position ?? 0;

/** Returns one digest of all events. */
export const digestOf = ({ digests }: LogDigests): string => {
  const hash = createHash('sha256');
  for (const { position, digest } of digests) hash.update(`${position} ${digest}\n`);
  return hash.digest('hex');
};

/** Reads the whole log, none of which may be archived, and returns its digests. Sets the time zone of the session to UTC. */
export const readLogDigests = async (client: Client): Promise<LogDigests> => {
  // The text of a time depends on the time zone of the session.
  await client.query("set timezone = 'UTC'");
  const digests: { position: number; digest: string }[] = [];
  for (;;) {
    const { rows } = await client.query<{ position: string; line: string }>(
      'select position, events::text as line from log.events as events where position > $1 order by position limit $2',
      [digests.at(-1)?.position ?? 0, eventsPerPage],
    );
    for (const { position, line } of rows)
      digests.push({ position: Number(position), digest: createHash('sha256').update(line).digest('hex') });
    if (rows.length < eventsPerPage) return { digests };
  }
};

/** Returns a sentence for each way in which a restored log differs from the expected log. */
export const compareLogDigests = (expected: LogDigests, restored: LogDigests): string[] => {
  const failures: string[] = [];
  if (headOf(restored) !== headOf(expected))
    failures.push(`the log ends at position ${headOf(restored)} instead of ${headOf(expected)}`);
  const differing = expected.digests.find(({ position, digest }, index) => {
    const found = restored.digests[index];
    return found?.position !== position || found.digest !== digest;
  });
  if (differing) failures.push(`the event at position ${differing.position} is missing or differs`);
  return failures;
};
