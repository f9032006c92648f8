import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { readParquet } from '#platform/testing/read-parquet.ts';

/** Stored or sent content by a description of its source. The test searches the content for personal data. */
export type TextSources = Map<string, string | Buffer>;

const root = join(import.meta.dirname, '..', '..', '..');
const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Returns all rows of the tables and views, except those of the information schema, as text. That includes PostgreSQL's own tables,
 * whose statistics contain samples of columns, and any tables added in the future. System views that cannot be read are left out.
 */
export const readTables = async (databaseUrl: string): Promise<TextSources> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Updates the planner's samples.
    await client.query('analyze');
    const { rows: tables } = await client.query<{ schema: string; name: string }>(
      `select table_schema as schema, table_name as name from information_schema.tables
       where table_schema <> 'information_schema' order by 1, 2`,
    );
    const sources: TextSources = new Map();
    for (const { schema, name } of tables) {
      try {
        const { rows } = await client.query<{ text: string }>(
          `select row::text as text from ${quoteIdentifier(schema)}.${quoteIdentifier(name)} as row`,
        );
        sources.set(`table ${schema}.${name}`, rows.map(({ text }) => text).join('\n'));
      } catch (error) {
        // Some system views need a feature that this server lacks.
        if (schema !== 'pg_catalog') throw error;
      }
    }
    return sources;
  } finally {
    await client.end();
  }
};

const postgresBinaryFile = /^postgres[/\\]cluster[/\\](base|global|pg_\w+)[/\\]/;

/**
 * Returns every file of the data folder except PostgreSQL's binary files. `readTables` returns the content of the tables in them. The
 * write-ahead log is not searched.
 */
export const readFiles = (folder: string): TextSources =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
      .filter((name) => !postgresBinaryFile.test(name))
      .map((name) => [`file ${name}`, readFileSync(join(folder, name))]),
  );

const runLogProgram = async (databaseUrl: string, args: readonly string[]): Promise<string> => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['log-cli/main.ts', ...args], {
    cwd: root,
    env: { ...inheritedEnvironment(), DATABASE_URL: databaseUrl },
    timeout: 600_000,
    maxBuffer: 256 * 2 ** 20,
  });
  return `${stdout}\n${stderr}`;
};

/** Returns the rows of a Parquet file as JSON, one row per line. */
const readParquetRows = async (bytes: Buffer): Promise<string> => {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  const rows = await readParquet({ file: file as ArrayBuffer });
  return rows
    .map((row) => JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}` : value)))
    .join('\n');
};

/** Returns the output of the log program: an export in each format that its help text names, a raw export, and a stream. */
export const readExports = async (databaseUrl: string, stream: string): Promise<TextSources> => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-removal-'));
  try {
    const help = await runLogProgram(databaseUrl, ['export', '--help']);
    const formats = /--format <format>\s+([\w, ]+)/.exec(help)?.[1]?.split(/,\s*/) ?? [];
    if (formats.length === 0) throw new Error(`The help text names no format:\n${help}`);
    const sources: TextSources = new Map();
    for (const format of formats) {
      const out = join(folder, `log.${format}`);
      await runLogProgram(databaseUrl, ['export', '--format', format, '--out', out]);
      const bytes = readFileSync(out);
      sources.set(
        `log export --format ${format}`,
        format === 'parquet' ? await readParquetRows(bytes) : bytes,
      );
    }
    const raw = join(folder, 'raw.ndjson');
    await runLogProgram(databaseUrl, ['export', '--raw', '--without-keys', '--out', raw]);
    sources.set('log export --raw', readFileSync(raw));
    sources.set(`log show ${stream}`, await runLogProgram(databaseUrl, ['show', '--json', stream]));
    return sources;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
