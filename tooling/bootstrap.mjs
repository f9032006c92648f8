/**
 * Starts an npm script: `node tooling/bootstrap.mjs NAME [arguments]`, where the names are those of `scripts` below. Runs on Node 20 without
 * any packages: it installs the packages of the lock file if necessary, and then runs the script with the Node among these packages, if there is one.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { handOver } from './bootstrap/hand-over.mjs';
import { ensureInstalled } from './bootstrap/install.mjs';

// Node before 20.11 has no `import.meta.dirname`.
const root = join(fileURLToPath(import.meta.url), '..', '..');

const scripts = {
  start: ['local/main.ts'],
  dev: ['local/dev.ts'],
  test: ['tooling/test/main.ts'],
  'test:large': ['tooling/test/main.ts', '--large'],
  cluster: ['cluster/run.ts'],
  'cluster:faults': ['cluster/faults/run.ts'],
  'cluster:soak': ['cluster/soak/run.ts'],
  'cluster:restore-drill': ['cluster/restore-drill/run.ts'],
  'cluster:rolling-update': ['cluster/rolling-update/run.ts'],
};

const [name = '', ...rest] = process.argv.slice(2);
const script = scripts[name];
if (!script) {
  process.stderr.write(`Choose a script: ${Object.keys(scripts).join(', ')}.\n`);
  process.exit(2);
}

try {
  process.chdir(root);
  const node = await ensureInstalled(root);
  const [file, ...first] = script;
  // Node keeps compiled modules here. Processes that start later, such as the services, start faster.
  process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compile');
  await handOver(node, join(root, file), [...first, ...rest]);
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
