import { headers } from '#contract/headers.ts';
import type { SeededRandom } from '#platform/seeded-random.ts';

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Idempotency keys of earlier requests and entity tags of their answers, with the id of the log's history and its head. */
export type SeenValues = { keys: readonly string[]; tags: readonly string[]; logId: string; head: number };

type HostileHeaders = (random: SeededRandom, seen: SeenValues) => HeaderList;

/** Headers that a server may mishandle: invalid, too long, repeated or rarely used ones, and ones that try to change the method, the sender or the origin of a request. */
const hostileHeaders: readonly HostileHeaders[] = [
  (random) => [['X-HTTP-Method-Override', random.pick(['DELETE', 'PUT', 'PATCH'])]],
  (random) => [['X-Method-Override', random.pick(['DELETE', 'PATCH'])]],
  (random) => [
    ['X-Original-URL', random.pick(['/users', '/dashboard'])],
    ['X-Rewrite-URL', '/audit'],
  ],
  () => [
    ['X-Forwarded-For', '127.0.0.1'],
    ['X-Real-IP', '127.0.0.1'],
    ['Forwarded', 'for=127.0.0.1'],
  ],
  (random) => [[headers.requestId, random.uuid()]],
  // Services in one process recognize each other by this header (`platform/http/process-secret.ts`).
  () => [['Lyceum-Voucher', 'guess']],
  () => [
    ['X-User-Id', '1'],
    ['X-Role', 'Admin'],
  ],
  () => [['Origin', 'https://evil.example']],
  () => [['Origin', 'null']],
  () => [
    ['Referer', 'https://evil.example/?token=1'],
    ['Sec-Fetch-Site', 'cross-site'],
  ],
  () => [['If-None-Match', '*']],
  () => [['If-None-Match', Array(300).fill('"tag"').join(', ')]],
  (_, { tags }) => tags.slice(-1).map((tag) => ['If-None-Match', tag] as const),
  () => [
    ['If-Match', '*'],
    ['If-Unmodified-Since', 'yesterday'],
  ],
  () => [['If-Modified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT']],
  (random, { keys }) => (keys.length === 0 ? [] : [[headers.idempotencyKey, random.pick(keys)]]),
  (random) => [[headers.idempotencyKey, random.pick(['', 'x', "' or 1=1", '0'.repeat(4_000)])]],
  (random) => [
    [headers.idempotencyKey, random.uuid()],
    [headers.idempotencyKey, random.uuid()],
  ],
  (random, { head, logId }) => [
    [headers.awaitLogPosition, random.pick([`${head}`, `${head + 1}`, '-1', '1e9', 'x', '9'.repeat(400)])],
    [headers.logId, random.pick([logId, random.uuid(), 'x'])],
  ],
  (random) => [['Range', random.pick(['bytes=0-0', 'bytes=0-1,2-3,4-5', 'bytes=-1', 'bytes=9-1', 'x=1'])]],
  (random) => [['Accept', random.pick(['text/html', '*/*;q=0', 'application/xml', ','.repeat(500)])]],
  (random) => [['Accept-Encoding', random.pick(['br', 'gzip;q=0, identity;q=0', 'x'.repeat(999), 'zstd'])]],
  (random) => [['Connection', random.pick(['close', 'Authorization', 'keep-alive, Content-Length'])]],
  () => [
    ['Upgrade', 'h2c'],
    ['Connection', 'Upgrade, HTTP2-Settings'],
    ['HTTP2-Settings', ''],
  ],
  () => [['Expect', '100-continue']],
  () => [['Cookie', 'a=b; '.repeat(500)]],
  () => [
    ['TE', 'trailers'],
    ['Via', '1.1 proxy'],
  ],
  () => [['X-Long', 'x'.repeat(9_000)]],
  () => [['X-Too-Long', 'x'.repeat(30_000)]],
  () => Array.from({ length: 120 }, (_, index) => [`X-Many-${index}`, '1'] as const),
];

export const pickHostileHeaders = (random: SeededRandom, seen: SeenValues): HeaderList =>
  random.pick(hostileHeaders)(random, seen);

/** Unusual content types, most of which do not match the body; null stands for no content type. */
const wrongBodyTypes: readonly (string | null)[] = [
  null,
  'text/plain',
  'text/plain; charset=utf-8; application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json, text/html',
  'application/xml',
  'APPLICATION/JSON',
  'application/merge-patch+json',
];

/** Returns headers that describe a JSON body, mostly correctly. */
export const describeBody = (random: SeededRandom): HeaderList => {
  if (random.chance(0.93)) return [['Content-Type', 'application/json']];
  if (random.chance(0.2))
    return [
      ['Content-Type', 'application/json'],
      ['Content-Encoding', random.pick(['gzip', 'br', 'x', 'identity'])],
    ];
  const type = random.pick(wrongBodyTypes);
  return type === null ? [] : [['Content-Type', type]];
};
