/**
 * The walls between the top folders: what each may import of ours. Reads every import with a real parser and
 * fails on one that crosses a wall. Between folders only `#folder/…` is used, so a relative path that leaves its
 * own top folder is an error too.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';

/**
 * What `web/` reaches ends in everybody's browser: it imports nothing from beside it (the right answers of quizzes, say),
 * or the client would have that too.
 */
const inTheClient = ['contract', 'events/seals/proof'];

const mayImport: Record<string, readonly string[]> = {
  // A certificate is checked with the same code in the browser and on the server.
  contract: ['events/seals/proof'],
  quizzes: ['contract'],
  events: ['contract'],
  migrations: [],
  // Problem codes, headers and the table of endpoints: plain data that client and services share.
  platform: ['contract'],
  'command-api': ['contract', 'quizzes', 'events', 'platform'],
  projector: ['contract', 'quizzes', 'events', 'platform'],
  'read-api': ['contract', 'quizzes', 'events', 'platform'],
  web: inTheClient,
  // It finds the log of the one-machine edition by itself, and builds the past of the read side (docs/decisions/0014-*.md).
  'log-cli': [
    'contract',
    'events',
    'platform',
    'local/data-folder',
    'local/client',
    'projector/connection/writer.ts',
    'projector/past',
    'projector/models/projections.ts',
    'projector/server/resources.ts',
    'read-api/past',
    'read-api/server.ts',
  ],
  local: [
    'contract',
    'quizzes',
    'events',
    'migrations',
    'platform',
    'command-api',
    'projector',
    'read-api',
    'web',
    'tooling',
  ],
  e2e: [
    'contract',
    'quizzes',
    'events',
    'migrations',
    'platform',
    'command-api',
    'projector',
    'read-api',
    'web',
    'local',
    'tooling',
  ],
  bench: [
    'contract',
    'events',
    'migrations',
    'platform',
    'command-api',
    'projector',
    'read-api',
    'local',
    'tooling',
  ],
  // Lesson clips carry the titles and colours that the client shows, and are filmed in the journeys' browser.
  tooling: [
    'contract',
    'events',
    'migrations',
    'platform',
    'local',
    'web/domains/videos/lesson-titles.ts',
    'web/domains/courses/components/code-colours.ts',
    'e2e/browser',
  ],
};

/** Tests may stand on a migrated database and the test server of `platform/testing`, whatever folder they are in. */
const testsMayImport = ['platform/testing', 'migrations'];

/** Inside `web/`: app → features → ui, lib; and no feature imports another. */
const webLayers: Record<string, readonly string[]> = {
  app: ['app', 'features', 'ui', 'lib'],
  features: ['ui', 'lib'],
  ui: ['ui', 'lib'],
  lib: ['lib'],
};

type Complaint = { file: string; specifier: string; why: string };

const importsOf = (file: string): string[] => {
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  const dynamic = module.dynamicImports.map((found) =>
    readFileSync(file, 'utf8').slice(found.moduleRequest.start + 1, found.moduleRequest.end - 1),
  );
  const reexported = module.staticExports.flatMap((statement) =>
    statement.entries.flatMap((entry) => (entry.moduleRequest ? [entry.moduleRequest.value] : [])),
  );
  return [
    ...new Set([
      ...module.staticImports.map((found) => found.moduleRequest.value),
      ...dynamic,
      ...reexported,
    ]),
  ];
};

/** The path from the root that a specifier of ours names, or null for a package. */
const targetOf = (file: string, specifier: string): string | null => {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier));
  return null;
};

const inside = (target: string, place: string) => target === place || target.startsWith(`${place}/`);

const webComplaint = (file: string, target: string): string | null => {
  const [, layer = '', feature = ''] = file.split('/');
  const [, targetLayer = '', targetFeature = ''] = target.split('/');
  const allowed = webLayers[layer];
  if (!allowed || !webLayers[targetLayer]) return null;
  if (layer === 'features' && targetLayer === 'features')
    return feature === targetFeature
      ? null
      : `the feature ${feature} may not import the feature ${targetFeature}`;
  return allowed.includes(targetLayer) ? null : `web/${layer} may not import web/${targetLayer}`;
};

/** Why the import may not be, or null. Exported for its test. */
export const complaintOf = (file: string, specifier: string): string | null => {
  const target = targetOf(file, specifier);
  if (target === null) return null;
  const from = file.split('/')[0] ?? '';
  const to = target.split('/')[0] ?? '';
  const allowed = mayImport[from];
  if (!allowed) return null;
  const isTest = /\.(test|setup)\.tsx?$/.test(file) || /(^|\/)testing\//.test(file);
  const reached = inTheClient.find((place) => inside(file, place));
  if (reached && !isTest && !inTheClient.some((place) => inside(target, place)))
    return `${reached}/ is part of the client and may not import ${target}`;
  if (from === to) return from === 'web' ? webComplaint(file, target) : null;
  if (specifier.startsWith('.')) return `a relative path leaves ${from}/; write #${target}`;
  const places = isTest ? [...allowed, ...testsMayImport] : allowed;
  return places.some((place) => inside(target, place)) ? null : `${from}/ may not import ${to}/`;
};

const sources = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && !file.endsWith('.d.ts') && (file.split('/')[0] ?? '') in mayImport);

/** All imports that cross a wall, in the tracked and new files below the current folder. */
export const findComplaints = (): Complaint[] =>
  sources().flatMap((file) =>
    importsOf(file).flatMap((specifier) => {
      const why = complaintOf(file, specifier);
      return why === null ? [] : [{ file, specifier, why }];
    }),
  );

if (import.meta.main) {
  const complaints = findComplaints();
  for (const { file, specifier, why } of complaints)
    process.stderr.write(`${file}: import '${specifier}': ${why}\n`);
  process.stdout.write(`walls: ${sources().length} files, ${complaints.length} crossed\n`);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
