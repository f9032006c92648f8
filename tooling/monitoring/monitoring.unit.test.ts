import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '#platform/metrics.ts';
import {
  metricsIn,
  monitoringFolder,
  readDashboards,
  readExpressions,
  readRules,
} from './monitoring-files.ts';

const root = join(import.meta.dirname, '..', '..');
const rules = readRules();
const alerts = rules.flatMap((rule) => ('alert' in rule ? [rule] : []));
const recorded = rules.flatMap((rule) => ('record' in rule ? [rule.record] : []));

/** Metrics that Prometheus itself adds to each target. */
const metricsOfPrometheus = ['up'];

/**
 * Returns all names with the prefix of our metrics in the code of the services. Some of them are roles and channels. A large test checks that
 * `/metrics` contains the metrics that rules and dashboards use.
 */
const listMetricsOfServices = (): string[] => {
  const found = execFileSync(
    'git',
    [
      ...['grep', '--untracked', '-hoE', "'lyceum_[a-z_]+'", '--'],
      ...['platform', 'command-api', 'read-api', 'projector'],
      ...[':!*.test.ts', ':!**/testing/**'],
    ],
    { cwd: root, encoding: 'utf8' },
  );
  return found.split('\n').map((name) => name.slice(1, -1));
};

test('rules and dashboards use only metrics that a service, Node or a rule provides', async () => {
  const processMetrics = createMetrics()
    .registry.getMetricsAsArray()
    .map(({ name }) => name);
  const known = new Set([...listMetricsOfServices(), ...processMetrics, ...metricsOfPrometheus, ...recorded]);
  const used = new Set(readExpressions().flatMap(metricsIn));
  expect(used).toContain('lyceum_projection_position');
  expect(used).toContain('lyceum_http_request_seconds');
  expect(used).toContain('up');
  expect([...used].filter((name) => !known.has(name))).toEqual([]);
});

test('finds the metrics of an expression', () => {
  expect(
    metricsIn(
      'sum by (model) (rate(lyceum_a_total[5m])) / lyceum_b_bucket{le="1"} + lyceum:c:rate5m + up{job="x"}',
    ),
  ).toEqual(['lyceum_a_total', 'lyceum_b', 'lyceum:c:rate5m', 'up']);
  expect(metricsIn('wrong_name[5m] > 1')).toEqual(['wrong_name']);
});

test('every alert has a runbook of its own, and every runbook an alert', () => {
  const runbooks = readFileSync(join(root, 'docs', 'runbooks.md'), 'utf8');
  const headings = [...runbooks.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(headings.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
  for (const { alert, annotations } of alerts)
    expect(annotations.runbook_url).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
  for (const { alert, labels } of alerts) {
    const [, text = ''] = runbooks.split(`## ${alert}\n\n`);
    expect([alert, text.slice(0, text.indexOf('.')).toLowerCase()]).toEqual([alert, labels.severity]);
  }
});

test('every alert has a test', () => {
  const folder = join(monitoringFolder, 'prometheus', 'tests');
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  for (const text of files) expect(parse(text)).toMatchObject({ tests: expect.any(Array) });
  for (const { alert } of alerts)
    expect(
      files.some((text) => text.includes(`alertname: ${alert}\n`)),
      alert,
    ).toBe(true);
});

test('dashboards have unique ids', () => {
  const ids = readDashboards().map(({ uid }) => uid);
  expect(ids.length).toBeGreaterThan(3);
  expect(new Set(ids).size).toBe(ids.length);
});
