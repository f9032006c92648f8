import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '..', '..');
export const monitoringFolder = join(root, 'monitoring');

const rule = z.union([
  z.object({
    alert: z.string(),
    expr: z.string(),
    for: z.string(),
    labels: z.object({ severity: z.enum(['critical', 'warning']) }),
    annotations: z.object({ summary: z.string(), runbook_url: z.string() }),
  }),
  z.object({ record: z.string(), expr: z.string() }),
]);
const ruleFile = z.object({ groups: z.array(z.object({ name: z.string(), rules: z.array(rule) })) });

const dashboard = z.object({
  uid: z.string(),
  title: z.string(),
  panels: z.array(
    z.object({
      title: z.string(),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).min(1),
    }),
  ),
});

const namesIn = (folder: string, ending: string): string[] =>
  readdirSync(folder).filter((name) => name.endsWith(ending));

/** Reads the rules of all rule files of Prometheus. @throws ZodError if a file does not have the expected form. */
export const readRules = () =>
  namesIn(join(monitoringFolder, 'prometheus'), '.yml')
    .filter((name) => name !== 'prometheus.yml')
    .flatMap((name) =>
      ruleFile
        .parse(parse(readFileSync(join(monitoringFolder, 'prometheus', name), 'utf8')))
        .groups.flatMap(({ rules }) => rules),
    );

/** Reads all dashboards of Grafana. @throws ZodError if a file does not have the expected form. */
export const readDashboards = () =>
  namesIn(join(monitoringFolder, 'grafana'), '.json').map((name) =>
    dashboard.parse(JSON.parse(readFileSync(join(monitoringFolder, 'grafana', name), 'utf8'))),
  );

/** Returns all expressions of rules and dashboards. */
export const readExpressions = (): string[] => [
  ...readRules().map(({ expr }) => expr),
  ...readDashboards().flatMap(({ panels }) =>
    panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ),
];

/**
 * Returns the names of the metrics in an expression: each word that precedes a selector in braces or a range in brackets, or has the
 * prefix of our metrics or of Node's. The series of a histogram are returned under the name of the histogram.
 */
export const metricsIn = (expression: string): string[] => {
  const names = expression.matchAll(/\b((?:lyceum|nodejs|process)[_:][\w:]+|[a-zA-Z_:]+(?=[{[]))/g);
  return [...new Set([...names].map(([name]) => name.replace(/_(bucket|sum|count)$/, '')))];
};
