import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appendRequest, userRegistered } from '../../testing/test-log.ts';
import { noPersonKeys } from '../person-keys.ts';
import { openAppender } from './appender.ts';

test('rejects an append whose keys arrive only after the appender was closed, and opens no connection for it', async () => {
  const person = randomUUID();
  const keys = Promise.withResolvers<Map<string, KeyObject>>();
  const appender = openAppender({
    connectionString: 'postgres://127.0.0.1:1/none',
    vault: { ...noPersonKeys, keysForWriting: () => keys.promise },
    timeoutMs: 10,
  });
  const append = appender.append(
    appendRequest({
      writes: [{ stream: `user-${person}`, expectedVersion: 0, events: [userRegistered('ada')] }],
    }),
  );
  await appender.close();
  keys.resolve(new Map([[person, createSecretKey(randomBytes(32))]]));
  await expect(append).rejects.toThrow('The appender was closed.');
});
