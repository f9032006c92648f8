import { randomBytes, randomUUID } from 'node:crypto';
import type { LogReader } from '#events/log/log.ts';
import { openReader } from '#events/log/reader.ts';
import { openVault, type Vault } from '#events/vault/vault.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { type RunningServer, serve } from '#platform/http/serve.ts';
import type { Voucher } from '#platform/http/voucher.ts';
import { type IdentityVerifier, openIdentityVerifier } from '#platform/identity/verify.ts';
import { silentLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { openPool } from '#platform/postgres/pool.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import {
  startIdentityProvider,
  type TestIdentityProvider,
  type TokenClaims,
  testProjectId,
} from '#platform/testing/identity-provider.ts';
import { type Relay, startRelay } from '#platform/testing/relay.ts';
import { type CommandApi, createCommandApi } from '../server.ts';

export type Answer = { status: number; headers: Headers; body: Record<string, unknown> };

export type CallOptions = {
  token?: string | null;
  body?: unknown;
  /** Sent as it is instead of `body`. */
  rawBody?: BodyInit;
  key?: string;
  headers?: Record<string, string>;
  /** Which of the servers; the first unless given. */
  server?: number;
};

/** One database, one or several command-apis in front of it (as on several machines), real tokens of a test's own keys. */
export type TestCommandApi = AsyncDisposable & {
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** A person who has registered with this role. */
  person(userType?: string, claims?: TokenClaims): Promise<{ id: string; token: string; email: string }>;
  provider: TestIdentityProvider;
  reader: LogReader;
  /** The data of a stream's events as they are stored. */
  stored(stream: string): Promise<string[]>;
  /** The servers' line to the database. */
  line: Relay;
  databaseUrl: string;
  /** As services of the same school take it. */
  masterKey: string;
  address(server?: number): string;
};

const masterKey = randomBytes(32).toString('hex');

const startServer = async (
  databaseUrl: string,
  verifier: IdentityVerifier,
  options: {
    environment?: Record<string, string>;
    clock?: () => Date;
    voucher?: Voucher;
    beforeAnsweringRegistration?: () => Promise<void>;
  },
): Promise<{ api: CommandApi; running: RunningServer }> => {
  const api = createCommandApi({
    configuration: parseConfiguration({
      DATABASE_URL: databaseUrl,
      FIREBASE_PROJECT_ID: testProjectId,
      VAULT_MASTER_KEY: masterKey,
      RATE_LIMIT_PER_MINUTE: '0',
      ...options.environment,
    }),
    verifier,
    logger: silentLogger(),
    metrics: createMetrics({ defaults: false }),
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.voucher ? { voucher: options.voucher } : {}),
    ...(options.beforeAnsweringRegistration
      ? { beforeAnsweringRegistration: options.beforeAnsweringRegistration }
      : {}),
  });
  return { api, running: await serve({ listener: api.callback, host: '127.0.0.1', port: 0 }) };
};

export const startTestCommandApi = async (
  options: {
    servers?: number;
    /** Accounts are looked up: tests fill `provider.accounts`. */
    checkRevoked?: boolean;
    environment?: Record<string, string>;
    /** Of all servers: tests of deadlines turn it. */
    clock?: () => Date;
    /** Of all servers. */
    voucher?: Voucher;
    beforeAnsweringRegistration?: () => Promise<void>;
  } = {},
): Promise<TestCommandApi> => {
  const database = await createTestDatabase();
  const line = await startRelay(database.url);
  const provider = await startIdentityProvider();
  const verifier = openIdentityVerifier({
    projectId: testProjectId,
    emulatorHost: null,
    httpAgent: provider.agent,
    credential: provider.credential,
    checkRevoked: options.checkRevoked ?? false,
  });
  const servers = await Promise.all(
    Array.from({ length: options.servers ?? 1 }, () => startServer(line.url, verifier, options)),
  );
  const pool = openPool({ connectionString: database.url, connections: 2 });
  const vault: Vault = openVault({ pool, masterKey });
  const reader = openReader({ pool, vault });
  const address = (server = 0) => `http://127.0.0.1:${servers[server]?.running.port}`;
  const call: TestCommandApi['call'] = async (method, path, given = {}) => {
    const hasBody = given.rawBody !== undefined || given.body !== undefined;
    const response = await fetch(address(given.server) + path, {
      method,
      headers: {
        ...(given.token ? { authorization: `Bearer ${given.token}` } : {}),
        ...(given.key ? { 'idempotency-key': given.key } : {}),
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...given.headers,
      },
      ...(hasBody ? { body: given.rawBody ?? JSON.stringify(given.body) } : {}),
    });
    const text = await response.text();
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    return { status: response.status, headers: response.headers, body };
  };
  return {
    call,
    provider,
    reader,
    stored: async (stream) => {
      const { rows } = await pool.query<{ data: string }>(
        'select data::text as data from log.events where stream = $1 order by version',
        [stream],
      );
      return rows.map(({ data }) => data);
    },
    line,
    address,
    databaseUrl: database.url,
    masterKey,
    person: async (userType = 'Student', claims = {}) => {
      const uid = claims.uid ?? randomUUID();
      const email = claims.email ?? `${uid}@school.example`;
      const token = provider.token({ ...claims, uid, email });
      const body = { name: 'Anna Test', imageUrl: 'https://school.example/a.png', email, userType };
      const answer = await call('POST', '/users', { token, body });
      if (answer.status !== 200) throw new Error(`Registering failed: ${JSON.stringify(answer.body)}`);
      return { id: String(answer.body.insertedId), token, email };
    },
    [Symbol.asyncDispose]: async () => {
      for (const { running, api } of servers) {
        await running.close(1_000);
        await api.close();
      }
      await verifier.close();
      await provider[Symbol.asyncDispose]();
      await reader.close();
      await vault.close();
      await pool.end();
      await line[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
};

/** The body of a course that is accepted. */
export const courseBody = {
  course_code: 'CSE',
  course_name: 'Counting on Computers',
  duration: '2',
  difficulty: '7',
  category: 'Engineering',
  details: 'From one to many.',
  instructor: 'Ada L.',
  price: 120,
  imageUrl: 'https://school.example/cse.png',
};
