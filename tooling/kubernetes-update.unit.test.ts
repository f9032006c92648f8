import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { longWait } from '#platform/testing/long-wait.ts';

const script = join(import.meta.dirname, '..', 'kubernetes', 'update.sh');

/**
 * Runs the update with a `kubectl` that only writes down its calls, which is enough to check their order.
 * @param answers branches of a shell `case` over the arguments (`$*`) that answer some calls; all other calls succeed.
 */
const update = (answers: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-kubectl-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const calls = join(folder, 'calls');
  const kubectl = join(folder, 'kubectl');
  writeFileSync(kubectl, `#!/bin/bash\necho "$*" >>'${calls}'\ncase "$*" in\n${answers}\nesac\n`);
  chmodSync(kubectl, 0o755);
  const { status, stderr } = spawnSync('bash', [script], {
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    encoding: 'utf8',
    timeout: longWait.timeout,
  });
  const steps = [
    ...readFileSync(calls, 'utf8').matchAll(
      /apply --selector (\S+)|(?:status|delete) .*?([\w-]+)(?: --ignore-not-found)?$|exec (.+)$/gm,
    ),
  ];
  return {
    ...{ status, stderr },
    steps: steps.map(([, selector, waited, program]) => selector ?? program ?? `(${waited})`),
  };
};

const jobEnds = (state: string) =>
  `*"get job migrations"*) echo "${state}";;\n*"get pods"*) printf 'pod/old\\npod/new\\n';;`;
const selectorOf = (service: string) => `app.kubernetes.io/name=${service}`;
const rebuild = 'pod/new -- node projector/cli.ts rebuild --all';
const beforeServices = ['app.kubernetes.io/part-of!=lyceum', '(migrations)', selectorOf('migrations')];

test('replaces one service after another, each when the previous one is ready, and lets a new projector rebuild the read models', () => {
  expect(update(jobEnds('SuccessCriteriaMet Complete'))).toMatchObject({
    status: 0,
    steps: [
      ...beforeServices,
      ...[selectorOf('projector'), '(projector)', rebuild, selectorOf('read-api'), '(read-api)'],
      ...[
        selectorOf('command-api'),
        '(command-api)',
        selectorOf('head-signer'),
        '(head-signer)',
        selectorOf('edge'),
        '(edge)',
      ],
    ],
  });
});

test('replaces nothing if the migrations fail', () => {
  const { status, stderr, steps } = update(jobEnds('FailureTarget Failed'));
  expect([status, steps]).toEqual([1, beforeServices]);
  expect(stderr).toContain('logs job/migrations');
});

test('keeps the old command-api if the new read-api does not become ready', () => {
  const { status, steps } = update(`${jobEnds('Complete')}\n*deployment/read-api) exit 1;;`);
  expect(status).toBe(1);
  expect(steps.slice(beforeServices.length)).toEqual([
    ...[selectorOf('projector'), '(projector)', rebuild, selectorOf('read-api'), '(read-api)'],
  ]);
});

test('keeps the old read-api if the read models cannot be rebuilt', () => {
  const { status, stderr, steps } = update(`${jobEnds('Complete')}\n*"rebuild --all") exit 1;;`);
  expect(status).toBe(1);
  expect(steps.slice(beforeServices.length)).toEqual([selectorOf('projector'), '(projector)', rebuild]);
  expect(stderr).toContain('could not be rebuilt');
});
