/**
 * Records the current commit as the previous release, on the day of its release: `npx node tooling/previous-release/record.ts`.
 * Calls every endpoint with every role, and records the statements of the services and the shapes of the events. Commit the file.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { catalogue } from '#events/catalogue/catalogue.ts';
import { migrate } from '#migrations/migrate.ts';
import { startTestServer } from '#platform/testing/test-server.ts';
import { recordEvents } from './event-records.ts';
import { findRefusedStatements } from './find-refused-statements.ts';
import { type Statement, writeReleaseRecord } from './release-record.ts';

const root = join(import.meta.dirname, '..', '..');
/** The test during which the statements are recorded. It calls every endpoint with every role, with all services in its process. */
const recordedTest = 'attack/permissions.int.test.ts';

/** Statements that differ only in the number of their parameters have the same shape. */
const shapeOf = ({ role, searchPath, text }: Statement): string =>
  `${role} ${searchPath} ${text
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/\$(, \$)+/g, '$')
    .replaceAll(/(\([^()]*\$[^()]*\))(, \1)+/g, '$1')}`;

const captureStatements = (): Statement[] => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-record-'));
  const file = join(folder, 'statements');
  try {
    const hook = pathToFileURL(join(import.meta.dirname, 'capture-statements.ts')).href;
    execFileSync(
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'int', recordedTest],
      {
        cwd: root,
        stdio: 'inherit',
        env: { ...process.env, NODE_OPTIONS: `--import=${hook}`, CAPTURED_STATEMENTS: file },
      },
    );
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    const statements = lines.map((line) => JSON.parse(line) as Statement);
    // Reversed, so that the first statement of each shape is kept.
    const byShape = new Map(statements.toReversed().map((statement) => [shapeOf(statement), statement]));
    return [...byShape]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, statement]) => statement);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Returns the statements that the database accepts. The others use tables that exist only for a moment, so they are not recorded. */
const keepAccepted = async (statements: readonly Statement[]): Promise<Statement[]> => {
  const server = await startTestServer();
  const client = new Client({ connectionString: server.url });
  try {
    await client.connect();
    await migrate(client);
    const refused = await findRefusedStatements(client, statements);
    for (const { role, text, reason } of refused)
      process.stdout.write(`not recorded (${reason}): ${role}: ${text.slice(0, 200)}\n`);
    const refusedTexts = new Set(refused.map(({ text }) => text));
    return statements.filter(({ text }) => !refusedTexts.has(text));
  } finally {
    await client.end();
    await server.stop();
  }
};

const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
const statements = await keepAccepted(captureStatements());
writeReleaseRecord({ commit, events: recordEvents(catalogue), statements });
process.stdout.write(`Recorded ${statements.length} statements and ${catalogue.size} events of ${commit}.\n`);
process.exit(0);
