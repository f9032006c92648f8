import { openAsBlob } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { ArchiveDamagedError, ArchiveError, ArchiveUnavailableError } from './archive-error.ts';
import type { LocalFile, ObjectStore } from './object-store.ts';

export type S3Settings = {
  /** The address of the service, without the bucket. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

type Call = {
  method: 'GET' | 'PUT';
  name: string;
  headers?: Record<string, string>;
  file?: LocalFile;
  /** How long the call may take, with all its attempts. */
  totalMs: number;
  /** How long one attempt may take. */
  attemptMs: number;
};

const defaultTimeoutMs = 30_000;
/** An attempt to read is given up after this time, so that another attempt can succeed. */
const attemptMs = 10_000;
const maxAttempts = 3;
const firstRetryDelayMs = 200;
/** An attempt to upload may take this long, plus one second for each million bytes. */
const uploadTimeoutMs = 60_000;
/** How many characters of an error's body are shown. */
const maxErrorLength = 500;

const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** 409: another request for the same object has not ended yet. */
const shouldRetry = (status: number) => status === 408 || status === 409 || status === 429 || status >= 500;

/** The body of an answer is shorter than the requested part of the object. A retry may succeed. */
class IncompleteBodyError extends ArchiveDamagedError {
  override name = 'IncompleteBodyError';
}

/**
 * Reads a body into `bytes` and returns its length. If the body is longer than `bytes`, stops early and returns a number that is greater than
 * the length of `bytes`, so that a store cannot exhaust the memory.
 */
const readBody = async (response: Response, bytes: Uint8Array<ArrayBuffer>): Promise<number> => {
  let length = 0;
  for await (const chunk of response.body ?? []) {
    if (length + chunk.length > bytes.length) return length + chunk.length;
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return length;
};

const readErrorText = async (response: Response): Promise<string> => {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= maxErrorLength) break;
  }
  return text.slice(0, maxErrorLength);
};

/**
 * Creates an object store in a bucket of a service that is compatible with S3. Failures that may be temporary are retried, at most twice and
 * within the time that a call may take.
 * @param settings.timeoutMs how long a read may take, with its retries; default 30 s.
 */
export const createS3Store = (
  { bucket, prefix }: { bucket: string; prefix: string },
  settings: S3Settings & { timeoutMs?: number },
): ObjectStore => {
  const { endpoint, region, accessKeyId, secretAccessKey, timeoutMs = defaultTimeoutMs } = settings;
  const readTimes = { totalMs: timeoutMs, attemptMs };
  const base = [endpoint.replace(/\/+$/, ''), bucket, ...(prefix === '' ? [] : [prefix])].join('/');
  const address = `s3://${[bucket, ...(prefix === '' ? [] : [prefix])].join('/')} at ${endpoint}`;

  const attempt = async <T>(
    call: Call,
    leftMs: number,
    use: (response: Response) => Promise<T>,
  ): Promise<T> => {
    const { method, name, file } = call;
    const signed = await new AwsV4Signer({
      ...{ method, region, accessKeyId, secretAccessKey, service: 's3' },
      url: `${base}/${name}`,
      headers: {
        ...call.headers,
        'X-Amz-Content-Sha256': file === undefined ? emptySha256 : file.sha256.toString('hex'),
      },
    }).sign();
    const response = await fetch(signed.url, {
      ...{ method, headers: signed.headers },
      // The file is read while it is sent.
      body: file === undefined ? null : await openAsBlob(file.path),
      signal: AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(call.attemptMs, leftMs)))),
      // A redirect could send the signed request elsewhere.
      redirect: 'error',
    });
    try {
      return await use(response);
    } finally {
      await response.body?.cancel().catch(() => undefined);
    }
  };

  /** Sends a request up to three times, until it gets a complete answer with a status that is not temporary. */
  const send = async <T>(call: Call, use: (response: Response) => Promise<T>): Promise<T> => {
    let failure: unknown = null;
    const end = performance.now() + call.totalMs;
    for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
      const delayMs = attempts === 0 ? 0 : firstRetryDelayMs * 4 ** (attempts - 1);
      if (attempts > 0 && performance.now() + delayMs >= end) break;
      if (delayMs > 0) await sleep(delayMs);
      try {
        return await attempt(call, end - performance.now(), async (response) => {
          if (!shouldRetry(response.status)) return use(response);
          throw new Error(`status ${response.status}`);
        });
      } catch (error) {
        if (error instanceof ArchiveError && !(error instanceof IncompleteBodyError)) throw error;
        failure = error instanceof TypeError && error.cause !== undefined ? error.cause : error;
      }
    }
    if (failure instanceof IncompleteBodyError) throw failure;
    throw new ArchiveUnavailableError(
      `The object store ${address} does not answer (${failure instanceof Error ? failure.message : String(failure)}).`,
      { cause: failure },
    );
  };

  const createStatusError = (status: number, { method, name }: Call, text: string) => {
    // If the key may not list the bucket, S3 answers AccessDenied instead of saying that the object is missing.
    const hint = text.includes('AccessDenied')
      ? ' The key needs s3:GetObject and s3:ListBucket, and s3:PutObject for log archive.'
      : '';
    return new ArchiveError(
      `The object store ${address} refuses ${method} ${name} with status ${status}: ${text}${hint}`,
    );
  };

  const rejectStatus = async (response: Response, call: Call): Promise<never> => {
    throw createStatusError(response.status, call, await readErrorText(response));
  };

  /**
   * Returns whether the answer says that the object is missing.
   * @throws ArchiveError for any other 404, because a wrong bucket or address does not mean that the archive is damaged.
   */
  const isMissing = async (response: Response, call: Call): Promise<boolean> => {
    if (response.status !== 404) return false;
    const text = await readErrorText(response);
    if (text.includes('NoSuchKey')) return true;
    throw text.includes('NoSuchBucket')
      ? new ArchiveError(
          `There is no bucket ${bucket} at ${endpoint}. Check ARCHIVE_URL, ARCHIVE_S3_ENDPOINT and ARCHIVE_S3_REGION.`,
        )
      : createStatusError(response.status, call, text);
  };

  return {
    address,

    findLength: (name) => {
      // Not HEAD, whose answer does not say whether the object or the bucket is missing.
      const call: Call = { method: 'GET', name, ...readTimes, headers: { Range: 'bytes=0-0' } };
      return send(call, async (response) => {
        if (await isMissing(response, call)) return null;
        if (response.status === 416) return 0;
        const bytes = /\/(\d{1,15})$/.exec(response.headers.get('content-range') ?? '')?.[1];
        return response.status === 206 && bytes !== undefined ? Number(bytes) : rejectStatus(response, call);
      });
    },

    read: (name, start, end) => {
      const call: Call = {
        ...{ method: 'GET', name, ...readTimes },
        headers: { Range: `bytes=${start}-${end - 1}` },
      };
      return send(call, async (response) => {
        if (await isMissing(response, call))
          throw new ArchiveDamagedError(`The object ${name} of the archive is missing in ${address}.`);
        if (response.status === 416)
          throw new ArchiveDamagedError(`The object ${name} of the archive ends before byte ${end}.`);
        if (response.status !== 206) return rejectStatus(response, call);
        const bytes = new Uint8Array(end - start);
        const length = await readBody(response, bytes);
        if (length === bytes.length) return bytes;
        if (length < bytes.length)
          throw new IncompleteBodyError(
            `The object store returned ${length} instead of ${bytes.length} bytes of the object ${name}.`,
          );
        throw new ArchiveDamagedError(
          `The object store returned more than the requested ${bytes.length} bytes of the object ${name}.`,
        );
      });
    },

    create: (name, file) => {
      const uploadMs = uploadTimeoutMs + Math.ceil(file.bytes / 1_000);
      const call: Call = {
        ...{ method: 'PUT', name, file, attemptMs: uploadMs, totalMs: maxAttempts * uploadMs },
        headers: {
          // The store itself refuses to overwrite an object, even if two writers are at work.
          'If-None-Match': '*',
          'Content-Type': 'application/vnd.apache.parquet',
          // A bucket with object lock refuses an object without it.
          'x-amz-checksum-sha256': file.sha256.toString('base64'),
        },
      };
      return send(call, async (response) => {
        if (response.status === 412) return false;
        await isMissing(response, call);
        return response.ok || rejectStatus(response, call);
      });
    },

    // The service has stored what it has acknowledged.
    persist: async () => undefined,
  };
};
