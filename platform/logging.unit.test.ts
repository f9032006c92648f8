import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLogger } from './logging.ts';

/** Returns the lines that a logger writes. */
const logged = (write: (logger: ReturnType<typeof createLogger>) => void): Record<string, unknown>[] => {
  const lines: Record<string, unknown>[] = [];
  const destination = new Writable({
    write: (chunk, _, done) => {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  write(createLogger({ service: 'test', destination }));
  return lines;
};

test('logs message, code and causes of an error, but not the row in a PostgreSQL error', () => {
  const broken = Object.assign(new Error('duplicate key value violates a constraint'), {
    code: '23505',
    detail: 'Key (email)=(ada@example.org) already exists.',
    where: 'COPY users, line 1: "Ada"',
  });
  const [line] = logged((logger) =>
    logger.error({ err: new Error('not projected', { cause: broken }) }, 'failed'),
  );
  expect(line).toMatchObject({
    msg: 'failed',
    err: { type: 'Error', message: 'not projected', cause: { code: '23505', message: broken.message } },
  });
  expect(JSON.stringify(line)).not.toMatch(/ada@example|Ada/);
});

test('leaves out fields that identify or authenticate a user', () => {
  const [line] = logged((logger) =>
    logger.info({ email: 'ada@example.org', request: { token: 'secret' } }, 'x'),
  );
  expect(JSON.stringify(line)).not.toMatch(/ada@example|secret/);
});
