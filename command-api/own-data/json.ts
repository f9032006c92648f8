import type { OwnEvent } from './told.ts';

/** The events as one JSON array, an event a line. */
export async function* eventsAsJson(pages: AsyncIterable<readonly OwnEvent[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const events of pages) {
    let piece = '';
    for (const event of events) {
      piece += before + JSON.stringify(event);
      before = ',\n';
    }
    yield piece;
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
