/**
 * Preloaded into test processes (`--import`) by `record.ts`: writes each distinct query and change of data that a service sends to
 * PostgreSQL, with the role and the search path of its connection, as a line of JSON into the file `CAPTURED_STATEMENTS`.
 */
import { appendFileSync } from 'node:fs';
import pg from 'pg';
import type { Statement } from './release-record.ts';

const file = process.env.CAPTURED_STATEMENTS;
const captured = new Set<string>();

/** Returns a setting from the options of a connection, such as its role; null if the options do not contain it. */
const optionOf = (client: object, name: string): string | null => {
  const parameters: unknown = Reflect.get(client, 'connectionParameters');
  const options: unknown =
    typeof parameters === 'object' && parameters !== null ? Reflect.get(parameters, 'options') : null;
  return new RegExp(`-c ${name}=(\\S+)`).exec(String(options))?.[1] ?? null;
};

const textOf = (query: unknown): string | null => {
  if (typeof query === 'string') return query;
  const text: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'text') : null;
  return typeof text === 'string' ? text : null;
};

const capture = (client: object, query: unknown): void => {
  const role = optionOf(client, 'role');
  const text = textOf(query);
  if (
    !file ||
    !role?.startsWith('lyceum_') ||
    !text ||
    !/^\s*(select|insert|update|delete|with)\b/i.test(text)
  )
    return;
  const line = JSON.stringify({
    ...{ role, searchPath: optionOf(client, 'search_path') ?? '"$user", public', text },
  } satisfies Statement);
  if (captured.has(line)) return;
  captured.add(line);
  appendFileSync(file, `${line}\n`);
};

const { query } = pg.Client.prototype;
Reflect.set(pg.Client.prototype, 'query', function (this: object, ...args: unknown[]) {
  capture(this, args[0]);
  return Reflect.apply(query, this, args);
});
