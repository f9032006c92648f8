/**
 * `npx node tooling/analysis/views.ts [Type …]` prints the SQL of the analysts' views, for all or the named event types. A migration
 * that adds or changes an event type must contain it.
 */
import { catalogue } from '#events/catalogue/catalogue.ts';
import { examples } from '#events/catalogue/examples.ts';
import { streamKind } from '#events/catalogue/stream-id.ts';
import { type Column, columnsOf, viewName, viewSql } from './view.ts';

/** Returns the kind of the streams with events of this type. */
const kindOf = (type: string) => {
  const example = Object.values(examples).find(({ event }) => event.type === type);
  if (!example) throw new Error(`There is no example of ${type}.`);
  return streamKind(example.stream);
};

/** Returns the columns of every view by its name, according to the catalogue. */
export const expectedViews = (): Map<string, Column[]> =>
  new Map(
    [...catalogue.values()].map((definition) => [
      viewName(definition.type),
      columnsOf(definition, kindOf(definition.type)),
    ]),
  );

if (import.meta.main) {
  const chosen = process.argv.slice(2);
  for (const definition of catalogue.values())
    if (chosen.length === 0 || chosen.includes(definition.type))
      process.stdout.write(`${viewSql(definition, kindOf(definition.type))}\n\n`);
}
