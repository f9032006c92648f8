import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ObjectExpression, parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const sqlStart = /^\s*(?:select|insert|update|delete|with)\b/i;

/** Returns the source text of a property's value, or null if the object does not have the property. */
const sourceOf = (object: ObjectExpression, name: string, source: string): string | null => {
  for (const property of object.properties)
    if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === name)
      return source.slice(property.value.start, property.value.end);
  return null;
};

/** Returns the named queries in a file: objects with a `name` and a literal SQL `text`. A text that a function builds is not found. */
const namedQueriesIn = (file: string) => {
  const source = readFileSync(join(root, file), 'utf8');
  if (!source.includes('text:')) return [];
  const queries: { name: string; text: string }[] = [];
  const visitor = new Visitor({
    ObjectExpression(object) {
      const name = sourceOf(object, 'name', source);
      const text = sourceOf(object, 'text', source);
      // The source text begins with a quote.
      if (name !== null && text !== null && sqlStart.test(text.slice(1))) queries.push({ name, text });
    },
  });
  visitor.visit(parseSync(file, source).program);
  return queries;
};

test('no two prepared statements with a literal text have the same name', () => {
  // Connections are pooled, and `pg` rejects a second text under a known name on the same connection.
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts'], { cwd: root })
    .toString()
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)));
  const queries = files.flatMap(namedQueriesIn);
  expect(queries.length).toBeGreaterThan(15);
  for (const [name, sameName] of Map.groupBy(queries, (query) => query.name)) {
    expect(name).toMatch(/^'[a-z-]+'$/);
    expect(sameName, `queries with the name ${name}`).toHaveLength(1);
  }
});
