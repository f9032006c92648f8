import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';

const lineFeed = 10;

/** Reads the first `events` rows of the log with `COPY`. @returns events per second. @throws Error if rows are missing. */
export const copyLog = async (client: Client, events: number): Promise<number> => {
  const start = performance.now();
  const stream = client.query(
    copyTo(`copy (select * from log.events where position <= ${events} order by position) to stdout`),
  );
  let rows = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>)
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) rows += 1;
  if (rows !== events) throw new Error(`COPY returned ${rows} of ${events} rows.`);
  return (events * 1000) / (performance.now() - start);
};
