/**
 * `node tooling/analysis/views.ts [Type …]` prints the SQL of analysts' views, all or those of some kinds of event: what a
 * migration holds that comes with an event or a new version of one.
 */
import { catalogue } from '#events/catalogue/catalogue.ts';
import { examples } from '#events/catalogue/examples.ts';
import { streamKind } from '#events/catalogue/stream-id.ts';
import { type Column, columnsOf, viewName, viewSql } from './view.ts';

const kindOf = (type: string) => {
  const example = Object.values(examples).find(({ event }) => event.type === type);
  if (!example) throw new Error(`There is no example of ${type}.`);
  return streamKind(example.stream);
};

/** Every view that there has to be, by its name, with its columns. */
export const wantedViews = (): Map<string, Column[]> =>
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
