import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { testMasterKey } from '#events/testing/test-log.ts';
import { reserveFreePort } from '#platform/free-port.ts';
import { afterTests, closeAfterTests } from '#platform/testing/close-after-tests.ts';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import { startTestCommandApi } from '#testing/command-api.ts';
import { openTestNode } from '#testing/test-node.ts';
import { metricsIn, monitoringFolder, readExpressions, readRules } from './monitoring-files.ts';
import { unpackPrometheus } from './unpack-prometheus.ts';

/** The paths of Prometheus and promtool, or the reason why the tests are skipped. */
const programs = await unpackPrometheus();
const root = join(import.meta.dirname, '..', '..');
const rulesFolder = join(monitoringFolder, 'prometheus');
const ruleFiles = ['alerts.yml', 'slo.yml'];

test('promtool accepts the rules and the example configuration, and every alert fires as its tests say', async ({
  skip,
}) => {
  if (typeof programs === 'string') return skip(programs);
  const promtool = (...args: string[]) =>
    promisify(execFile)(programs.promtool, args, { cwd: rulesFolder, timeout: 600_000 });
  await promtool('check', 'rules', ...ruleFiles);
  await promtool('check', 'config', '--syntax-only', 'prometheus.yml');
  const tests = readdirSync(join(rulesFolder, 'tests')).map((name) => join('tests', name));
  await promtool('test', 'rules', ...tests);
});

const end = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
};

/** Starts a program that ends with the test. */
const start = (command: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess => {
  const child = spawn(command, args, { env: { ...inheritedEnvironment(), ...env }, stdio: 'ignore' });
  afterTests(() => end(child));
  return child;
};

/** Starts Prometheus with our alerts, which wait for 2 s instead of minutes. @returns a function that sends a query to Prometheus. */
const startPrometheus = async (program: string, targetOfService: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-prometheus-'));
  afterTests(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ruleFiles) {
    const rules = readFileSync(join(rulesFolder, name), 'utf8');
    writeFileSync(join(folder, name), rules.replaceAll(/for: \d+m$/gm, 'for: 2s'));
  }
  const configuration = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: ruleFiles,
    scrape_configs: [
      {
        job_name: 'lyceum',
        static_configs: Object.entries(targetOfService).map(([service, target]) => ({
          labels: { service },
          targets: [target],
        })),
      },
    ],
  };
  writeFileSync(join(folder, 'prometheus.yml'), stringify(configuration));
  const address = `127.0.0.1:${await reserveFreePort()}`;
  start(program, [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=${address}`,
  ]);
  /** Returns each series with its labels and value, or null while Prometheus is starting. */
  return async (query: string): Promise<Record<string, string>[] | null> => {
    const response = await fetch(`http://${address}/api/v1/query?query=${encodeURIComponent(query)}`).catch(
      () => null,
    );
    if (!response?.ok) return null;
    const { data } = (await response.json()) as {
      data: { result: { metric: Record<string, string>; value: [number, string] }[] };
    };
    return data.result.map(({ metric, value }) => ({ ...metric, value: value[1] }));
  };
};

const waiting = { ...longWait, interval: 250 };

test('a real Prometheus gets the metrics that rules and dashboards use, and raises alerts when the projector is killed', async ({
  skip,
}) => {
  if (typeof programs === 'string') return skip(programs);
  const api = await startTestCommandApi();
  const replicaUrl = new URL(api.databaseUrl);
  replicaUrl.searchParams.set('application_name', 'replica');
  const readApi = closeAfterTests(
    await openTestNode(api.databaseUrl, api.identityProvider, {
      // The same database under a different address, so that the node reports the position of a replica.
      environment: { READ_DATABASE_URL: replicaUrl.href },
    }),
  );
  const projectorPort = await reserveFreePort();
  const startProjector = () =>
    start(process.execPath, [join(root, 'projector', 'main.ts')], {
      DATABASE_URL: api.databaseUrl,
      VAULT_MASTER_KEY: testMasterKey,
      NODE_ENV: 'test',
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:8499',
      PORT: `${projectorPort}`,
    });
  const projector = startProjector();
  const { ada } = await api.registerAll({ ada: 'Admin' });
  await api.addCourse(ada);
  const head = `${await api.reader.head()}`;

  const targetOfService = {
    'command-api': new URL(api.address()).host,
    'read-api': new URL(readApi.address).host,
    projector: `127.0.0.1:${projectorPort}`,
  };
  const query = await startPrometheus(programs.prometheus, targetOfService);
  const valuesOf = async (text: string) => (await query(text))?.map(({ value }) => value);
  const firing = async () =>
    (await query('ALERTS{alertstate="firing"}'))?.map(({ alertname }) => alertname).toSorted();

  await expect.poll(() => valuesOf('sum(up{job="lyceum"})'), waiting).toEqual(['3']);
  await expect.poll(() => valuesOf('max(lyceum_log_head)'), waiting).toEqual([head]);
  await expect.poll(() => valuesOf('min(lyceum_projection_position)'), waiting).toEqual([head]);
  await expect.poll(() => valuesOf('max(lyceum_log_sealed_position)'), waiting).toEqual([head]);
  await expect.poll(() => valuesOf('lyceum_replica_position'), waiting).toEqual([head]);
  await expect.poll(firing, waiting).toEqual([]);

  const pages = await Promise.all(
    Object.values(targetOfService).map(async (target) => (await fetch(`http://${target}/metrics`)).text()),
  );
  const exposed = new Set(
    pages.flatMap((page) => [...page.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)),
  );
  const recorded = readRules().flatMap((rule) => ('record' in rule ? [rule.record] : []));
  const absent = new Set([
    'up',
    // Exists only with SYNCHRONOUS_STANDBY=required.
    'lyceum_synchronous_standby_missing',
  ]);
  const used = new Set(readExpressions().flatMap(metricsIn));
  expect(
    [...used].filter((name) => !absent.has(name) && !recorded.includes(name) && !exposed.has(name)),
  ).toEqual([]);

  projector.kill('SIGKILL');
  await expect.poll(firing, waiting).toEqual(['LyceumServiceDown', 'LyceumWithoutLeader']);
  startProjector();
  await expect.poll(firing, waiting).toEqual([]);
});
