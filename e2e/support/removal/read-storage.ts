/** Everywhere that somebody could look for a person: what stands there, as text or as bytes. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { parquetReadObjects } from 'hyparquet';
import { Client } from 'pg';

export type TextSources = Map<string, string | Buffer>;

const root = join(import.meta.dirname, '..', '..', '..');
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Every table and view of the database that can be asked, PostgreSQL's own among them (statistics hold samples of
 * columns): each row as text. A table that is made one day is among them.
 */
export const readTables = async (databaseUrl: string): Promise<TextSources> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // So that the planner has its samples of what stands there now.
    await client.query('analyze');
    const { rows: tables } = await client.query<{ schema: string; name: string }>(
      `select table_schema as schema, table_name as name from information_schema.tables
       where table_schema <> 'information_schema' order by 1, 2`,
    );
    const places: TextSources = new Map();
    for (const { schema, name } of tables) {
      try {
        const { rows } = await client.query<{ text: string }>(
          `select whole::text as text from ${quoted(schema)}.${quoted(name)} as whole`,
        );
        places.set(`table ${schema}.${name}`, rows.map(({ text }) => text).join('\n'));
      } catch (error) {
        // A few views of PostgreSQL's own want a machine of another kind.
        if (schema !== 'pg_catalog') throw error;
      }
    }
    return places;
  } finally {
    await client.end();
  }
};

const binaryOfPostgres = /^postgres[/\\]cluster[/\\](base|global|pg_\w+)[/\\]/;

/** Every file of the data folder but PostgreSQL's own pages and journal, which the tables stand for. */
export const readFiles = (folder: string): TextSources =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
      .filter((name) => !binaryOfPostgres.test(name))
      .map((name) => [`file ${name}`, readFileSync(join(folder, name))]),
  );

const logProgram = async (databaseUrl: string, args: readonly string[]): Promise<string> => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['log-cli/main.ts', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
    timeout: 120_000,
    maxBuffer: 1 << 28,
  });
  return `${stdout}\n${stderr}`;
};

const rowsOfParquet = async (bytes: Buffer): Promise<string> => {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  const rows = await parquetReadObjects({ file: file as ArrayBuffer });
  return rows
    .map((row) => JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}` : value)))
    .join('\n');
};

/** What the log's own program gives: an export in each format that it says it has, a raw one, a stream. */
export const readExports = async (databaseUrl: string, stream: string): Promise<TextSources> => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-removal-'));
  try {
    const help = await logProgram(databaseUrl, ['export', '--help']);
    const formats = /--format <format>\s+([\w, ]+)/.exec(help)?.[1]?.split(/,\s*/) ?? [];
    if (formats.length === 0) throw new Error(`The help names no format:\n${help}`);
    const places: TextSources = new Map();
    for (const format of formats) {
      const out = join(folder, `log.${format}`);
      await logProgram(databaseUrl, ['export', '--format', format, '--out', out]);
      const bytes = readFileSync(out);
      places.set(`log export --format ${format}`, format === 'parquet' ? await rowsOfParquet(bytes) : bytes);
    }
    const raw = join(folder, 'raw.ndjson');
    await logProgram(databaseUrl, ['export', '--raw', '--without-keys', '--out', raw]);
    places.set('log export --raw', readFileSync(raw));
    places.set(`log show ${stream}`, await logProgram(databaseUrl, ['show', '--json', stream]));
    return places;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
