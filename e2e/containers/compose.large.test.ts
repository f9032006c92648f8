import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test as base, beforeAll, expect } from 'vitest';
import { pause } from '#concurrency/pause.ts';
import { problem } from '#contract/problems.ts';
import { courseBody, fetchToken, registerUser, sendCommand } from '#e2e/support/api-calls.ts';
import { connectReconnectingClient } from '#e2e/support/live/reconnecting-client.ts';
import { reserveFreePort } from '#platform/free-port.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { type Accounting, createAccounting } from './accounting.ts';
import { type ComposeProject, openComposeProject, services } from './compose-project.ts';
import { findEngine } from './engine.ts';
import { killContainer } from './kill-container.ts';
import { formatSeconds, report } from './report.ts';

/** The engine, or the reason why all tests are skipped. */
const engine = await findEngine();
const root = join(import.meta.dirname, '..', '..');
const formatMegabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

/** The tests build on each other: they share one project, and run in the order of this file. */
let project: ComposeProject;
let accounting: Accounting;
let token: string;
const admin = {
  name: 'Ada Admin',
  email: 'ada+containers@example.org',
  password: 'open sesame',
  userType: 'Admin',
};
const test = base.extend<{ docker: Exclude<typeof engine, string>['docker'] }>({
  docker: async ({ skip }, use) => {
    if (typeof engine === 'string') return skip(engine);
    await use(engine.docker);
  },
});

beforeAll(async () => {
  if (typeof engine === 'string') {
    report(`skipped, because ${engine}.`);
    return;
  }
  const startedAt = performance.now();
  project = await openComposeProject(engine);
  await promisify(execFile)(join(project.folder, 'docker/create-secrets.sh'), ['secrets', 'localhost'], {
    cwd: project.folder,
  });
  await project.compose(['build']);
  report(`images built in ${formatSeconds(performance.now() - startedAt)}`);
  const builtAt = performance.now();
  await project.compose(['up', '-d']);
  await project.waitUntilHealthy(services);
  report(`all containers healthy after ${formatSeconds(performance.now() - builtAt)}`);
  token = await registerUser(project, admin);
  accounting = createAccounting(project, admin);
});
afterTests(() => project?.[Symbol.asyncDispose]());

/** Returns how many lines in all layers of an image contain a text, including lines of files that a later layer removes. */
const countLinesInImage = async (image: string, text: string): Promise<number> => {
  const search =
    'set -o pipefail; docker save "$1" | tar -x --to-command="zcat --force" | { grep --count --text --fixed-strings "$2" || true; }';
  const { stdout } = await promisify(execFile)('bash', ['-c', search, 'bash', image, text]);
  return Number(stdout);
};

test('no secret in the folder reaches an image', async ({ docker }) => {
  const image = `lyceum-context:${project.name}`;
  // Everything that any stage could copy.
  await docker(['build', '--tag', image, '--file', 'e2e/containers/context.Dockerfile', '.'], {
    cwd: project.folder,
  });
  afterTests(() => docker(['image', 'rm', image]));
  for (const name of [image, `lyceum-service:${project.name}`, `lyceum-identity-emulator:${project.name}`]) {
    // Proves that the search sees the files of the image.
    expect([name, await countLinesInImage(name, '"name": "lyceum"')]).not.toEqual([name, 0]);
    expect([name, await countLinesInImage(name, project.canary)]).toEqual([name, 0]);
    expect(await docker(['history', '--no-trunc', name])).not.toContain(project.canary);
  }
});

test('the images are small and contain no npm', async ({ docker }) => {
  const names = ['lyceum-service', 'lyceum-identity-emulator'].map((name) => `${name}:${project.name}`);
  for (const name of names) {
    const size = Number(await docker(['image', 'inspect', '--format', '{{.Size}}', name]));
    report(`${name.split(':')[0]} ${formatMegabytes(size)}`);
    expect(size).toBeLessThan(300e6);
    const found = await docker([
      'run',
      '--rm',
      '--network',
      'none',
      '--entrypoint',
      'bash',
      name,
      '-c',
      'type npm || true',
    ]);
    expect(found).toBe('');
  }
});

test('every container runs as a user other than root, without privileges and with a read-only file system', async ({
  docker: _,
}) => {
  for (const service of services) {
    const { Config, HostConfig } = await project.inspect(service);
    expect([service, Config.User]).toEqual([service, expect.stringMatching(/^(node|postgres|101:101)$/)]);
    expect([service, HostConfig.ReadonlyRootfs, HostConfig.CapDrop]).toEqual([service, true, ['ALL']]);
    expect([service, HostConfig.RestartPolicy.Name]).toEqual([service, 'unless-stopped']);
  }
});

test('the health check of PostgreSQL fails without the database', async ({ docker }) => {
  const { Id, Config } = await project.inspect('postgres');
  const [, command = ''] = Config.Healthcheck.Test;
  const check = (shellCommand: string) => docker(['exec', Id, 'sh', '-c', shellCommand]);
  expect((await check(command)).trim()).toBe('1');
  await expect(check(command.replace('-d lyceum', '-d another'))).rejects.toThrow('does not exist');
});

test('journeys in a browser pass', async ({ docker: _ }) => {
  const journeys = ['account/registration', 'courses/taught-course'];
  await promisify(execFile)(
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', '--maxWorkers', '1'],
      ...journeys.map((name) => `e2e/journeys/${name}.e2e.test.ts`),
    ],
    {
      cwd: root,
      env: { ...inheritedEnvironment(), PRODUCT_URL: project.url },
      timeout: 600_000,
      maxBuffer: 16 * 2 ** 20,
    },
  ).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${error.stdout}\n${error.stderr}`.slice(-6_000));
  });
});

test('a container without keys reads the log, and only the owner’s container exports it raw', async ({
  docker: _,
}) => {
  const runService = async (...args: string[]) =>
    (await project.compose(['run', '--rm', '-T', ...args])).stdout;
  const { events } = JSON.parse(await runService('log', 'stats', '--json')) as { events: number };
  expect(events).toBeGreaterThan(5);
  expect(await runService('log', 'export', '--format', 'csv')).toContain('UserRegistered');
  await runService('log-owner', 'replay', '--schema', 'autumn');
  await expect(runService('log-owner', 'replay', '--schema', 'autumn')).rejects.toThrow('--replace');
  const raw = await runService('log-owner', 'export', '--raw', '--without-keys');
  expect(raw.trim().split('\n').length).toBeGreaterThanOrEqual(events);
  await project.compose(['exec', '-T', 'projector-1', 'node', 'events/seals/main.ts', 'verify']);
  await expect(runService('log', 'export', '--raw', '--without-keys')).rejects.toThrow(
    'A raw export needs the owner of the log',
  );
});

test('the product as of a moment is served from a container, read-only', async ({ docker }) => {
  const port = await reserveFreePort();
  const publish = ['-p', `127.0.0.1:${port}:8090`];
  const { stdout } = await project.compose(['run', '-d', ...publish, 'as-of', '3']);
  const container = stdout.trim().split('\n').at(-1) ?? '';
  afterTests(() => docker(['rm', '--force', container]));
  const url = `http://127.0.0.1:${port}`;
  await expect.poll(() => fetch(`${url}/courses`).then(({ status }) => status, String)).toBe(200);
  expect(await (await fetch(url)).text()).toContain('<title>');
  expect((await fetch(`${url}/courses`, { method: 'POST' })).status).toBe(409);
  await docker(['stop', container]);
});

test('personal data stays readable when the master key is changed in steps', async ({ docker: _ }) => {
  const secretFile = (name: string) => join(project.folder, 'secrets', name);
  const oldKey = readFileSync(secretFile('vault_master_key'), 'utf8').trim();
  const newKey = randomBytes(32).toString('hex');
  const keyHolders = ['projector-1', 'projector-2', 'command-api-1', 'command-api-2'];
  const setKeys = async (current: string, previous: string) => {
    rmSync(secretFile('vault_master_key'));
    writeFileSync(secretFile('vault_master_key'), current);
    rmSync(secretFile('vault_previous_master_keys'));
    writeFileSync(secretFile('vault_previous_master_keys'), previous);
    // As in docs/production.md.
    for (const service of keyHolders)
      await project.compose(['up', '-d', '--no-deps', '--no-build', '--force-recreate', '--wait', service]);
  };
  /** Fails unless personal data can be read. `check` decrypts all events. */
  const expectReadable = async () => {
    token = await fetchToken(project, admin);
    const headers = { authorization: `Bearer ${token}` };
    expect(await (await fetch(`${project.url}/users`, { headers })).text()).toContain(admin.name);
    await project.compose(['exec', '-T', 'projector-1', 'node', 'projector/cli.ts', 'check']);
  };
  await setKeys(oldKey, newKey);
  await setKeys(newKey, oldKey);
  const { stdout } = await project.compose([
    ...['run', '--rm', '--no-deps', '-T', '--entrypoint', 'node', 'log-owner', 'events/vault/rewrap-main.ts'],
  ]);
  expect(stdout).toMatch(/^Keys rewrapped with the new master key: [1-9]/m);
  await expectReadable();
  await setKeys(newKey, '');
  await expectReadable();
});

test('requests succeed while one command-api, one read-api and one projector restart', async ({
  docker: _,
}) => {
  const { failures } = await accounting.runUnderLoad('one node of each kind restarted', async () => {
    for (const service of ['command-api-1', 'read-api-1', 'projector-1']) {
      await project.compose(['restart', service]);
      await project.waitUntilHealthy([service]);
    }
  });
  expect(failures).toEqual([]);
});

test('while no command-api answers, the edge answers with a problem and Retry-After, and logs no e-mail addresses', async ({
  docker: _,
}) => {
  const email = 'somebody.private@example.org';
  await project.compose(['stop', 'command-api-1', 'command-api-2']);
  const refused = await fetch(`${project.url}/users/${encodeURIComponent(email)}?email=${email}`, {
    method: 'PATCH',
  });
  expect(refused.status).toBe(503);
  expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(problem.parse(await refused.json())).toMatchObject({ status: 503, code: 'unavailable' });
  await project.compose(['start', 'command-api-1', 'command-api-2']);
  await project.waitUntilHealthy(['command-api-1', 'command-api-2']);
  await expect.poll(async () => (await fetch(`${project.url}/courses`, { method: 'POST' })).status).toBe(401);
  const logs = await project.logs('edge');
  expect(logs).toContain(' 503 ');
  expect(logs).not.toContain('somebody.private');
});

test('the Auth emulator starts again after it is killed, and keeps its accounts', async ({ docker }) => {
  await killContainer(project, 'identity-emulator', docker);
  await project.waitUntilHealthy(['identity-emulator']);
  await expect.poll(() => fetchToken(project, admin).catch(String)).toMatch(/^ey/);
});

test('loses nothing that was acknowledged while each container is killed in turn', async ({ docker }) => {
  using client = await connectReconnectingClient(project.url, token);
  await accounting.runUnderLoad('each container killed', async () => {
    for (const service of services) {
      await killContainer(project, service, docker);
      await project.waitUntilHealthy([service]);
    }
  });
  await accounting.expectNothingLost();
  const { position } = await sendCommand(
    project,
    await fetchToken(project, admin),
    'POST',
    '/courses',
    courseBody('Last'),
  );
  await expect.poll(() => client.receivedPositions).toContain(position);
});

test('an update replaces the containers one at a time, and the edge finds the new ones', async ({
  docker: _,
}) => {
  const foundEngine = engine as Exclude<typeof engine, string>;
  const { failures } = await accounting.runUnderLoad('update', async () => {
    await foundEngine.run(['docker/update.sh', '--force-recreate'], { cwd: project.folder });
    // The edge may use the addresses of replaced containers for five more seconds. Requests must succeed after that as well.
    await pause(6_000);
  });
  // There is only one edge, so connections fail while it is replaced. But no answer may have an error status.
  expect(failures.filter((failure) => /^\w+ [45]/.test(failure))).toEqual([]);
  await accounting.expectNothingLost();
});

test('the edge exits without being killed even while a socket is open', async ({ docker: _ }) => {
  using client = await connectReconnectingClient(project.url, token);
  await project.compose(['stop', '--timeout', '60', 'edge']);
  expect((await project.inspect('edge')).State.ExitCode).toBe(0);
  await project.compose(['start', 'edge']);
  await expect.poll(() => client.welcomeCount()).toBe(2);
});

test('the edge terminates TLS, redirects pages to https, and refuses tokens and commands over http', async ({
  docker: _,
}) => {
  const https = { env: { EDGE_LISTEN: 'https' } };
  await project.compose(['up', '-d', '--no-deps', 'edge'], https);
  await project.waitUntilHealthy(['edge']);
  const status = await new Promise((resolve, reject) => {
    // The certificate is self-signed.
    const options = {
      host: 'localhost',
      port: project.tlsPort,
      path: '/courses?limit=1',
      rejectUnauthorized: false,
    };
    request(options, (answer) => resolve(answer.resume().statusCode))
      .once('error', reject)
      .end();
  });
  expect(status).toBe(200);
  const redirect = await fetch(`${project.url}/courses`, { redirect: 'manual' });
  expect([redirect.status, redirect.headers.get('location')]).toEqual([301, 'https://localhost/courses']);
  const withToken = await fetch(`${project.url}/courses`, { headers: { authorization: 'Bearer token' } });
  const command = await fetch(`${project.url}/notes`, { method: 'POST' });
  expect([withToken.status, command.status]).toEqual([403, 403]);
  await project.compose(['up', '-d', '--no-deps', 'edge']);
  await project.waitUntilHealthy(['edge']);
});

test('all services stop without being killed, PostgreSQL after those that use it, and the next start has all data', async ({
  docker: _,
}) => {
  await project.compose(['stop', '--timeout', '60']);
  const stopped = await Promise.all(
    services.map(async (service) => ({ service, ...(await project.inspect(service)).State })),
  );
  expect(stopped.filter(({ ExitCode }) => ExitCode !== 0)).toEqual([]);
  const databaseClients = stopped.filter(({ service }) => /api|projector|signer/.test(service));
  const last = stopped.find(({ service }) => service === 'postgres')?.FinishedAt ?? '';
  for (const { service, FinishedAt } of databaseClients)
    expect([service, Date.parse(FinishedAt) <= Date.parse(last)]).toEqual([service, true]);
  await project.compose(['down']);
  await project.compose(['up', '-d']);
  await project.waitUntilHealthy(services);
  await accounting.expectNothingLost();
  await expect.poll(() => fetchToken(project, admin).catch(String)).toMatch(/^ey/);
});

test('the commands in docs/backups.md restore a dump into a fresh volume, with a new history of the log', async ({
  docker: _,
}) => {
  const foundEngine = engine as Exclude<typeof engine, string>;
  const page = readFileSync(join(root, 'docs/backups.md'), 'utf8');
  const recipe = page.split('## Dumps with the compose file\n')[1]?.split('\n## ')[0] ?? '';
  const [dump = '', ...restore] = [...recipe.matchAll(/^ *```\n([\s\S]+?)^ *```$/gm)].map(
    ([, commands = '']) =>
      commands.replace('volume rm lyceum_postgres', `volume rm ${project.name}_postgres`),
  );
  expect(restore.length).toBeGreaterThan(3);
  const run = (commands: string) =>
    foundEngine.run(['bash', '-euo', 'pipefail', '-c', commands], { cwd: project.folder });
  const readCourses = async () => {
    const answer = await fetch(`${project.url}/courses`);
    return { logId: answer.headers.get('log-id'), courses: await answer.text() };
  };
  await run(dump);
  token = await fetchToken(project, admin);
  await sendCommand(project, token, 'POST', '/courses', courseBody('Added after the dump'));
  await expect.poll(async () => (await readCourses()).courses).toContain('Added after the dump');
  const { logId } = await readCourses();

  for (const commands of restore) await run(commands);
  await project.compose(['up', '-d']);
  await project.waitUntilHealthy(services);
  const after = await readCourses();
  expect(after.courses).not.toContain('Added after the dump');
  expect(after.logId).not.toBe(logId);
  await accounting.expectNothingLost();
  token = await fetchToken(project, admin);
  await sendCommand(project, token, 'POST', '/courses', courseBody('Added after the restore'));
});
