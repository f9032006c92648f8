import { catalogue } from '#events/catalogue/catalogue.ts';
import { personalFieldsOf } from '#events/catalogue/personal.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { Context } from '../place/context.ts';

const pageSize = 2_000;
const personal = new Map([...catalogue.values()].map(({ type, schema }) => [type, personalFieldsOf(schema)]));

const whyOf = ({ type, data }: RecordedEvent): string | null => {
  const hidden = personal.get(type) ?? [];
  const issues = catalogue.get(type)?.schema.safeParse(data).error?.issues ?? [];
  // Personal fields are nobody's to read here.
  const issue = issues.find(({ path }) => !hidden.includes(String(path[0])));
  return issue === undefined
    ? null
    : `${type}.${issue.path.join('.')} does not fit its schema: ${issue.message}`;
};

/**
 * Reads the whole log, brought to today's versions, and parses each event by its schema.
 * @returns the first that does not fit, or null.
 */
export const misshapen = async ({
  reader,
  signal,
}: Pick<Context, 'reader' | 'signal'>): Promise<{ position: number; why: string } | null> => {
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const { events } = await reader.readPage(after, pageSize);
    for (const event of events) {
      const why = whyOf(event);
      if (why !== null) return { position: event.position, why };
    }
    const last = events.at(-1);
    if (last === undefined) return null;
    after = last.position;
  }
};
