import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { longWait } from '#platform/testing/long-wait.ts';

const script = join(import.meta.dirname, '..', 'docker', 'update.sh');
const services = [
  ...['projector-1', 'projector-2', 'read-api-1', 'read-api-2', 'command-api-1', 'command-api-2'],
  ...['head-signer', 'edge'],
];

/**
 * Runs the update with a `docker` that only writes down its calls, which is enough to check their order.
 * @param answers branches of a shell `case` over the arguments (`$*`) that answer some calls; all other calls succeed.
 */
const update = (answers = '') => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-docker-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const calls = join(folder, 'calls');
  const docker = join(folder, 'docker');
  const listing = `*"config --services") printf '%s\\n' ${services.join(' ')};;`;
  writeFileSync(docker, `#!/bin/bash\necho "$*" >>'${calls}'\ncase "$*" in\n${listing}\n${answers}\nesac\n`);
  chmodSync(docker, 0o755);
  const { status, stderr } = spawnSync('bash', [script], {
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    encoding: 'utf8',
    timeout: longWait.timeout,
  });
  return { status, stderr, calls: readFileSync(calls, 'utf8').trimEnd().split('\n') };
};

test('replaces the edge even if only its mounted configuration has changed, and no other container without a change', () => {
  const { status, calls } = update();
  expect(status).toBe(0);
  const replacements = calls.filter((call) => call.startsWith('compose up '));
  expect(replacements.map((call) => call.split(' ').at(-1))).toEqual(services);
  expect(replacements.filter((call) => call.includes(' --force-recreate '))).toEqual([replacements.at(-1)]);
});

test('rebuilds the read models after both projectors are replaced, before the read-apis are replaced', () => {
  const { calls } = update();
  const names = calls.map((call) => call.split(' ').at(-1));
  const rebuildIndex = calls.indexOf('compose exec -T projector-1 node projector/cli.ts rebuild --all');
  expect([names[rebuildIndex - 1], names[rebuildIndex + 1]]).toEqual(['projector-2', 'read-api-1']);
});

test('keeps the old read-apis if the read models cannot be rebuilt', () => {
  const { status, stderr, calls } = update('*"rebuild --all") exit 1;;');
  expect(status).toBe(1);
  expect(calls.at(-1)).toContain('rebuild --all');
  expect(stderr).toContain('could not be rebuilt');
});

test('stops at the first service that does not become healthy', () => {
  const { status, stderr, calls } = update('*" read-api-1") exit 1;;');
  expect(status).toBe(1);
  expect(calls.at(-1)).toMatch(/ read-api-1$/);
  expect(stderr).toContain('docker compose logs read-api-1');
});
