import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import { headers } from '#contract/headers.ts';
import type { SeededRandom } from '#platform/seeded-random.ts';
import type { KnownRecords } from '../known-records.ts';
import type { People, Sender } from '../people.ts';
import { describeBody, type HeaderList, pickHostileHeaders, type SeenValues } from './headers.ts';
import type { Grammar, Operation } from './operations.ts';
import { createValue, hostileText, spoil } from './values.ts';

/** One request of the attack, before it is sent. */
export type AttackRequest = {
  /** Its number in the run. */
  index: number;
  sender: Sender;
  /** The endpoint that the request is for; null if the path or the method is wrong. */
  endpoint: Endpoint | null;
  method: string;
  path: string;
  headers: HeaderList;
  body: Buffer | null;
  /** The e-mail address of the user whose data the request asks for; null if it names none, or more than one. */
  ownerEmail: string | null;
  /**
   * How it is sent: by Node's HTTP client, as raw bytes, or as bytes that end too early. The product may close the connection
   * of an incomplete request without an answer.
   */
  delivery: 'client' | 'raw' | 'incomplete';
};

/** The relative frequency with which an operation is chosen; 1 if it is not listed. Operations that remove what others need are rare. */
const weights: Readonly<Record<string, number>> = {
  removeOwnAccount: 0.05,
  removeUser: 0.25,
  changeUserRole: 0.25,
  removeCourse: 0.2,
  removeBookmark: 0.5,
  leaveCourse: 0.3,
  readLog: 0.2,
  copyOwnData: 0.2,
  completeModule: 3,
  enrol: 2,
  startProgress: 2,
  addCourse: 0.5,
};

/** The state of the run, from which requests are made. */
export type AttackState = {
  random: SeededRandom;
  grammar: Grammar;
  people: People;
  records: KnownRecords;
  seen: SeenValues;
};

/** Creates the next request of the run. About two fifths are hostile: they get a distortion, and most of them may also get wrong values. */
export const createRequest = (index: number, state: AttackState): AttackRequest => {
  const { random, grammar } = state;
  const sender = state.people.pickSender();
  const operation = pickOperation(random, grammar.operations);
  const isHostile = random.chance(0.35);
  const filled = fillIn(operation, sender, state, isHostile);
  const key: HeaderList =
    operation.method === 'GET' || random.chance(0.1) ? [] : [[headers.idempotencyKey, random.uuid()]];
  const request: AttackRequest = {
    index,
    sender,
    endpoint: filled.isOtherPath ? null : operation.endpoint,
    method: operation.method,
    path: filled.path,
    headers: [
      ...(sender.token === null ? [] : [['Authorization', `Bearer ${sender.token}`] as const]),
      ...(filled.body === null ? [] : describeBody(random)),
      ...key,
    ],
    body: filled.body,
    ownerEmail: filled.ownerEmail,
    delivery: 'client',
  };
  return isHostile || random.chance(0.1) ? distort(request, state) : request;
};

const pickOperation = (random: SeededRandom, operations: readonly Operation[]): Operation => {
  const total = operations.reduce((sum, { id }) => sum + (weights[id] ?? 1), 0);
  let rest = random.next() * total;
  for (const operation of operations) {
    rest -= weights[operation.id] ?? 1;
    if (rest < 0) return operation;
  }
  return random.pick(operations);
};

/** Fills in the path, the query and the body of an operation. A hostile request may get wrong values. */
const fillIn = (operation: Operation, sender: Sender, state: AttackState, isHostile: boolean) => {
  const { random, grammar, people, records } = state;
  const source = {
    random,
    schemas: grammar.schemas,
    id: (name: string) =>
      /^\/users\/\{/.test(operation.path) && random.chance(0.85)
        ? random.pick(people.spares).userId
        : records.pickId(operation.path, name, sender.userId),
    email: () => (sender.email !== null && random.chance(0.75) ? sender.email : people.pickEmail()),
    certificateNumber: () => records.pickId('', 'certificate', null),
  };
  let { path } = operation;
  let ownerEmail: string | null = null;
  let isOtherPath = false;
  const query: string[] = [];
  for (const { name, in: place, required, schema } of operation.parameters) {
    if (!required && random.chance(0.6)) continue;
    const isSpoiled = isHostile && random.chance(0.4);
    const value = isSpoiled ? hostileText(random) : `${createValue(name, source, schema)}`;
    if (schema.format === 'email') ownerEmail = value;
    // Values are cut, because the product refuses a head of more than 16 KB without looking at the values.
    const encoded = encodeURIComponent(value.toWellFormed());
    // An empty segment, `.` or `..` turns the path into that of another endpoint.
    if (place === 'path' && /^\.{0,2}$/.test(value)) isOtherPath = true;
    if (place === 'path') path = path.replace(`{${name}}`, encoded.slice(0, 8_000));
    else query.push(`${name}=${encoded.slice(0, 2_000)}`);
    if (place === 'query' && isSpoiled && random.chance(0.3)) {
      query.push(`${name}=${encodeURIComponent(`${createValue(name, source, schema)}`)}`);
      // The product may use the second address, so the owner is unknown.
      if (schema.format === 'email') ownerEmail = null;
    }
  }
  const value = operation.body === null ? null : createValue('', source, operation.body);
  const body =
    operation.body === null ? null : Buffer.from(JSON.stringify(isHostile ? spoil(random, value) : value));
  return { path: query.length === 0 ? path : `${path}?${query.join('&')}`, body, ownerEmail, isOtherPath };
};

type Distortion = (request: AttackRequest, state: AttackState) => Partial<AttackRequest>;

const methods = ['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'PUT', 'PATCH', 'DELETE', 'POST', 'GET', 'SEARCH'];

/** Headers that are invalid, unexpected or contradictory. Node's client does not send all of these, so they are written as bytes. */
const rawHeads: readonly HeaderList[] = [
  [
    ['Transfer-Encoding', 'chunked'],
    ['Content-Length', '5'],
  ],
  [
    ['Content-Length', '0'],
    ['Content-Length', '12'],
  ],
  [['Transfer-Encoding', 'gzip, chunked']],
  [['Transfer-Encoding', 'identity']],
  [['Transfer-Encoding', 'chunked, chunked']],
  [['Transfer-Encoding ', 'chunked']],
  [['Content-Length', '-1']],
  [['Content-Length', '1e3']],
  [['Content-Length', '99999999999999999999']],
  [['Host', 'evil.example']],
  [
    ['Host', 'localhost'],
    ['Host', 'evil.example'],
  ],
  [['X-Break', 'a\rb: c']],
  [['X-Null', 'a\u0000b']],
  [['', 'no name']],
  [['Expect', 'something else']],
];

const addHeaders: Distortion = (request, { random, seen }) => ({
  headers: [...request.headers, ...pickHostileHeaders(random, seen)],
});

const distortions: readonly Distortion[] = [
  // Twice, so that it is chosen twice as often.
  ...[addHeaders, addHeaders],
  ({ method }, { random }) => ({
    method: random.pick(methods.filter((other) => other !== method)),
    endpoint: null,
  }),
  ({ path }, { random }) => ({
    endpoint: null,
    path: random.pick([
      `/${path}`,
      `${path}/`,
      `/./..${path}`,
      path.toUpperCase(),
      `${path}%00`,
      `${path};a=b`,
      `/api/..${path}`,
      path.replace('/', '/%2e%2e/'),
      `http://evil.example${path}`,
      `${path}/${'a/'.repeat(400)}`,
      `/${'b'.repeat(7_000)}`,
    ]),
  }),
  ({ path }, { random }) => ({
    path: `${path}${path.includes('?') ? '&' : '?'}${random.pick([
      '__proto__[a]=1',
      'limit=1&limit=2',
      'limit[]=1',
      '_method=DELETE',
      'cursor=%00',
      'email=',
      'userType=Admin',
      'format=csv&format=json',
      '&&&==&%',
      '%',
    ])}`,
    // The added parameter may name another owner.
    ownerEmail: null,
  }),
  ({ headers: given, sender }, { random }) =>
    sender.token === null
      ? {}
      : {
          headers: given.map(([name, value]) =>
            name === 'Authorization'
              ? ([
                  name,
                  random.pick([
                    'Basic YTpi',
                    'Bearer',
                    'Bearer null',
                    value.slice(0, -3),
                    `${value}, ${value}`,
                  ]),
                ] as const)
              : ([name, value] as const),
          ),
          sender: { kind: 'malformed token', userId: null, email: null, token: null },
        },
  ({ headers: given }, { random }) => {
    const head = random.pick(rawHeads);
    // The body is not sent in chunks, so the server may wait for more of it until the connection ends.
    const isChunked = head.some(([, value]) => value.includes('chunked'));
    return { headers: [...given, ...head], delivery: isChunked ? 'incomplete' : 'raw' };
  },
  ({ body }, { random }) =>
    body === null
      ? {}
      : {
          body: random.pick([
            Buffer.alloc(0),
            body.subarray(0, body.length / 2),
            Buffer.from([0xff, 0xfe, 0x00]),
            Buffer.alloc(120_000, 0x20),
            Buffer.from('['.repeat(50_000)),
          ]),
        },
  ({ body }) => (body === null ? {} : { delivery: 'incomplete' }),
];

const distort = (request: AttackRequest, state: AttackState): AttackRequest => ({
  ...request,
  ...state.random.pick(distortions)(request, state),
});
