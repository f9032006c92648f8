import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';

/** A module that lists the packages that a program has loaded, as JSON in the last line of its standard error. */
const reportPackages = `
  import { registerHooks } from 'node:module';
  const packages = new Set();
  registerHooks({
    load(url, context, next) {
      const [name] = url.split('/node_modules/').slice(1).at(-1)?.match(/^(@[^/]+\\/)?[^/]+/) ?? [];
      if (name !== undefined) packages.add(name);
      return next(url, context);
    },
  });
  process.on('exit', () => process.stderr.write('\\n' + JSON.stringify([...packages])));
`;

const findLoadedPackages = (...args: string[]) => findPackagesLoadedWith({}, ...args);

const findPackagesLoadedWith = async (
  environment: Record<string, string>,
  ...args: string[]
): Promise<{ out: string; packages: string[] }> => {
  const hook = `data:text/javascript,${encodeURIComponent(reportPackages)}`;
  const child = spawn(process.execPath, ['--import', hook, ...args], {
    // Nothing listens on this port, so a program that needs the database fails.
    env: { ...inheritedEnvironment(), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { out, packages: JSON.parse(err.split('\n').at(-1) ?? '') };
};

test.each([
  ['log-cli/main.ts', 'Usage: log', ['commander']],
  ['projector/cli.ts', 'projector rebuild', []],
])('%s --help loads only packages that read the command line', async (program, usage, expected) => {
  const { out, packages } = await findLoadedPackages(program, '--help');
  expect(out).toContain(usage);
  expect(packages).toEqual(expected);
});

test('log stats loads neither the event catalogue nor the read models', async () => {
  const { packages } = await findLoadedPackages('log-cli/main.ts', 'stats');
  expect(packages).toContain('pg');
  for (const unneeded of ['zod', 'kysely', 'hyparquet-writer', 'koa', 'pino'])
    expect(packages).not.toContain(unneeded);
});

test.each(['command-api/main.ts', 'projector/main.ts'])(
  '%s loads the SDK of OpenTelemetry only if traces are configured',
  async (program) => {
    // The services end before they connect, because they have no master key.
    const sdk = ['@opentelemetry/sdk-trace', '@opentelemetry/exporter-trace-otlp-http'];
    const { packages } = await findLoadedPackages(program);
    expect(packages).toContain('pg');
    for (const name of sdk) expect(packages).not.toContain(name);
    const traced = await findPackagesLoadedWith(
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
      program,
    );
    expect(traced.packages).toEqual(expect.arrayContaining(sdk));
  },
);
