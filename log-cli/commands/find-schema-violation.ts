import { catalogue } from '#events/catalogue/catalogue.ts';
import { personalFieldsOf } from '#events/catalogue/field-marks.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { ReaderContext } from '../log-access/reader-context.ts';

const pageSize = 2_000;
const personalFields = new Map(
  [...catalogue.values()].map(({ type, schema }) => [type, personalFieldsOf(schema)]),
);

/** Returns where and why the data of an event violates its schema; null if it does not. */
const describeViolation = ({ type, data }: RecordedEvent): string | null => {
  const personal = personalFields.get(type) ?? [];
  const issues = catalogue.get(type)?.schema.safeParse(data).error?.issues ?? [];
  // Personal fields are null here, because they are not decrypted.
  const issue = issues.find(({ path }) => !personal.includes(String(path[0])));
  return issue === undefined
    ? null
    : `${type}.${issue.path.join('.')} does not match its schema: ${issue.message}`;
};

/** Reads the whole log, with all events in their current versions. Returns the first event that violates its schema, or null. */
export const findSchemaViolation = async ({
  reader,
  signal,
}: Pick<ReaderContext, 'reader' | 'signal'>): Promise<{ position: number; violation: string } | null> => {
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const { events } = await reader.readPage(after, pageSize);
    for (const event of events) {
      const violation = describeViolation(event);
      if (violation !== null) return { position: event.position, violation };
    }
    const last = events.at(-1);
    if (last === undefined) return null;
    after = last.position;
  }
};
