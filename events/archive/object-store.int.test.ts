import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { createArchiveFolder } from '../testing/archived-log.ts';
import { startS3Server } from '../testing/s3-server.ts';
import { ArchiveDamagedError, ArchiveError, ArchiveUnavailableError } from './archive-error.ts';
import { createObjectStore } from './create-object-store.ts';

const name = '0b0e7d5c/events-1-20.parquet';

const localFile = (content: string) => {
  const { folder } = createArchiveFolder();
  const path = join(folder, 'file');
  writeFileSync(path, content);
  return { path, bytes: Buffer.byteLength(content), sha256: createHash('sha256').update(content).digest() };
};

describe.each([
  ['a folder', async () => createArchiveFolder().store],
  ['a bucket', async () => createObjectStore((await startS3Server()).settings)],
])('an object store in %s', (_, open) => {
  test('creates an object, reads parts of it, and reports missing objects and bytes', async () => {
    const store = await open();
    expect(await store.findLength(name)).toBeNull();
    await expect(store.read(name, 0, 1)).rejects.toThrow(ArchiveDamagedError);
    expect(await store.create(name, localFile('abcdefgh'))).toBe(true);
    await store.persist(name);
    expect(await store.findLength(name)).toBe(8);
    const empty = `${name}.empty`;
    await store.create(empty, localFile(''));
    expect(await store.findLength(empty)).toBe(0);
    const read = async (start: number, end: number) =>
      Buffer.from(await store.read(name, start, end)).toString();
    expect([await read(0, 8), await read(3, 5), await read(7, 8)]).toEqual(['abcdefgh', 'de', 'h']);
    for (const [start, end] of [
      [7, 9],
      [20, 22],
    ] as const)
      await expect(store.read(name, start, end)).rejects.toThrow(ArchiveDamagedError);
  });
});

test('a folder keeps the first object, and no copies of killed processes', async () => {
  const { store, folder } = createArchiveFolder();
  mkdirSync(dirname(join(folder, name)));
  writeFileSync(join(folder, `${name}.5c0fd2a2.partial`), 'fir');
  expect(await store.create(name, localFile('first'))).toBe(true);
  expect(await store.create(name, localFile('second'))).toBe(false);
  expect(Buffer.from(await store.read(name, 0, 5)).toString()).toBe('first');
  expect(readdirSync(dirname(join(folder, name)))).toEqual([basename(name)]);
});

test.each([
  ['folder', async () => createObjectStore({ url: 'file:///tmp/no-such-folder/log', s3: null })],
  [
    'bucket',
    async () => createObjectStore({ ...(await startS3Server()).settings, url: 's3://elsewhere/log' }),
  ],
])('a %s that does not exist is a wrong setting, not a damaged archive', async (kind, open) => {
  const error = await (await open()).read(name, 0, 1).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ArchiveError);
  expect(error).not.toBeInstanceOf(ArchiveDamagedError);
  expect(String(error)).toMatch(new RegExp(`There is no ${kind} .*Check ARCHIVE_URL`));
});

test('refuses to find or store an object in a bucket that does not exist', async () => {
  const store = createObjectStore({ ...(await startS3Server()).settings, url: 's3://elsewhere/log' });
  await expect(store.findLength(name)).rejects.toThrow('There is no bucket elsewhere');
  await expect(store.create(name, localFile('abc'))).rejects.toThrow('There is no bucket elsewhere');
});

test('a request with a wrong signature is refused, and the error names the store', async () => {
  const { settings } = await startS3Server();
  const store = createObjectStore({ ...settings, s3: { ...settings.s3, secretAccessKey: 'wrong' } });
  await expect(store.read(name, 0, 1)).rejects.toThrow(/s3:\/\/archive\/school\/log.*status 403/s);
});

describe('a simulated S3 service', () => {
  const serve = async (listener: RequestListener, timeoutMs = 300) => {
    const server = createServer(listener);
    const port = await new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
    );
    afterTests(() => {
      server.closeAllConnections();
      server.close();
    });
    const s3 = {
      ...{ endpoint: `http://127.0.0.1:${port}`, region: 'x' },
      ...{ accessKeyId: 'a', secretAccessKey: 'b' },
    };
    return createObjectStore({ url: 's3://bucket', s3 }, { timeoutMs });
  };

  test('is tried three times after a refusal that may be temporary', async () => {
    let requests = 0;
    const store = await serve((_, response) => {
      requests += 1;
      response.writeHead(503).end('busy');
    }, 30_000);
    await expect(store.read(name, 0, 5)).rejects.toThrow(ArchiveUnavailableError);
    expect(requests).toBe(3);
  });

  test('is not tried again once the time limit of the read has passed', async () => {
    let requests = 0;
    const store = await serve(() => {
      requests += 1;
    });
    await expect(store.read(name, 0, 5)).rejects.toThrow(ArchiveUnavailableError);
    expect(requests).toBe(1);
  });

  test('is tried again after a conflict, which does not mean that the object exists', async () => {
    const statuses = [409, 409, 200];
    const store = await serve((request, response) => {
      request.resume().on('end', () => response.writeHead(statuses.shift() ?? 200).end());
    });
    expect(await store.create(name, localFile('abc'))).toBe(true);
    expect(statuses).toEqual([]);
    statuses.push(409, 409, 409);
    await expect(store.create(name, localFile('abc'))).rejects.toThrow(ArchiveUnavailableError);
  });

  test('gets the hash of a new object, which a bucket with object lock requires', async () => {
    const hashes: unknown[] = [];
    const store = await serve((request, response) => {
      hashes.push(request.headers['x-amz-checksum-sha256']);
      request.resume().on('end', () => response.writeHead(200).end());
    }, 30_000);
    const file = localFile('abc');
    await store.create(name, file);
    expect(hashes).toEqual([file.sha256.toString('base64')]);
  });

  test('is tried again after a body that is too short', async () => {
    let requests = 0;
    const store = await serve((_, response) => {
      requests += 1;
      response.writeHead(206).end(requests < 3 ? 'ab' : 'abc');
    }, 60_000);
    expect(Buffer.from(await store.read(name, 0, 3)).toString()).toBe('abc');
    await expect(store.read(name, 0, 4)).rejects.toThrow(ArchiveDamagedError);
    expect(requests).toBe(6);
  });

  test('has not lost an object if it answers 404 without NoSuchKey', async () => {
    const store = await serve((_, response) => response.writeHead(404).end('no such page'));
    for (const error of [
      await store.read(name, 0, 3).catch((reason: unknown) => reason),
      await store.findLength(name).catch((reason: unknown) => reason),
    ]) {
      expect(error).not.toBeInstanceOf(ArchiveDamagedError);
      expect(String(error)).toContain('status 404: no such page');
    }
  });

  test('is tried again after the connection broke', async () => {
    let requests = 0;
    const store = await serve((_, response) => {
      requests += 1;
      if (requests < 3) response.destroy();
      else response.writeHead(206).end('abc');
    }, 30_000);
    expect(Buffer.from(await store.read(name, 0, 3)).toString()).toBe('abc');
  });

  test('is given up after the timeout, before or during an answer', async () => {
    const silent = await serve(() => undefined);
    await expect(silent.read(name, 0, 5)).rejects.toThrow(ArchiveUnavailableError);
    const slow = await serve((_, response) => {
      response.writeHead(206, { 'content-length': '5' });
      response.write('ab');
    });
    await expect(slow.read(name, 0, 5)).rejects.toThrow(ArchiveUnavailableError);
  });

  test('cannot exhaust the memory with a body that is too long', async () => {
    let isClosed = false;
    const store = await serve((_, response) => {
      response.on('close', () => {
        isClosed = true;
      });
      response.writeHead(206);
      const write = () => {
        while (!isClosed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', write);
      write();
    }, 10_000);
    await expect(store.read(name, 0, 5)).rejects.toThrow(ArchiveDamagedError);
    await expect.poll(() => isClosed).toBe(true);
  });

  test('cannot redirect a request to another address, and an unexpected status is an error', async () => {
    const redirect = await serve((_, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    );
    await expect(redirect.read(name, 0, 5)).rejects.toThrow(ArchiveError);
    const whole = await serve((_, response) => response.writeHead(200).end('abcde'));
    await expect(whole.read(name, 0, 5)).rejects.toThrow('status 200');
  });
});
