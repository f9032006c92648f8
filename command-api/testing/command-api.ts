import { randomBytes, randomUUID } from 'node:crypto';
import type { LogReader } from '#events/log/log.ts';
import { openReader } from '#events/log/read/reader.ts';
import { openVault, type Vault } from '#events/vault/vault.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { type HttpServer, openHttpServer } from '#platform/http/http-server.ts';
import type { ProcessSecret } from '#platform/http/process-secret.ts';
import { type IdentityVerifier, openIdentityVerifier } from '#platform/identity/identity-verifier.ts';
import { silentLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { openPool } from '#platform/postgres/pool.ts';
import {
  startIdentityProvider,
  type TestIdentityProvider,
  type TokenClaims,
  testProjectId,
} from '#platform/testing/identity-provider.ts';
import { startTcpProxy, type TcpProxy } from '#platform/testing/tcp-proxy.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { type CommandApi, createCommandApi } from '../server.ts';

export type TestResponse = { status: number; headers: Headers; body: Record<string, unknown> };

/** Returns status and problem code of a response, to compare both. */
export const outcome = ({ status, body }: TestResponse) => [status, body.code];

export type TestUser = { id: string; token: string; email: string };

type CallOptions = {
  token?: string | null;
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  rawBody?: BodyInit;
  key?: string;
  headers?: Record<string, string>;
  /** Which of the servers; the first unless callOptions. */
  server?: number;
};

type TestCommandApiOptions = {
  /** The number of servers in front of the same database, as on several machines; 1 by default. */
  servers?: number;
  /** Whether accounts are looked up in `identityProvider.accounts`. */
  checkRevoked?: boolean;
  environment?: Record<string, string>;
  clock?: () => Date;
  processSecret?: ProcessSecret;
  beforeAnsweringRegistration?: () => Promise<void>;
};

/** Command-apis on a database of their own. Sign-in tokens are real, but signed with keys of the test. */
export type TestCommandApi = AsyncDisposable & {
  call(method: string, path: string, options?: CallOptions): Promise<TestResponse>;
  /** Registers a new user. @param userType `Student` by default. */
  registerUser(
    userType?: string,
    claims?: TokenClaims,
  ): Promise<{ id: string; token: string; email: string }>;
  identityProvider: TestIdentityProvider;
  reader: LogReader;
  /** Returns the data of a stream's events as JSON texts, with encrypted fields as they are stored. */
  readStoredData(stream: string): Promise<string[]>;
  /** All connections of the servers to the database. */
  databaseProxy: TcpProxy;
  databaseUrl: string;
  /** For other services of the same school. */
  masterKey: string;
  address(server?: number): string;
};

const masterKey = randomBytes(32).toString('hex');

const startServer = async (
  databaseUrl: string,
  verifier: IdentityVerifier,
  { clock, processSecret, beforeAnsweringRegistration, environment }: TestCommandApiOptions,
): Promise<{ api: CommandApi; httpServer: HttpServer }> => {
  const api = createCommandApi({
    configuration: parseConfiguration({
      DATABASE_URL: databaseUrl,
      FIREBASE_PROJECT_ID: testProjectId,
      VAULT_MASTER_KEY: masterKey,
      RATE_LIMIT_PER_MINUTE: '0',
      ...environment,
    }),
    verifier,
    logger: silentLogger(),
    metrics: createMetrics({ defaults: false }),
    ...(clock ? { clock } : {}),
    ...(processSecret ? { processSecret } : {}),
    ...(beforeAnsweringRegistration ? { beforeAnsweringRegistration } : {}),
  });
  const httpServer = await openHttpServer({ listener: api.callback, host: '127.0.0.1', port: 0 });
  return { api, httpServer };
};

export const startTestCommandApi = async (options: TestCommandApiOptions = {}): Promise<TestCommandApi> => {
  const database = await createTestDatabase();
  const databaseProxy = await startTcpProxy(database.url);
  const identityProvider = await startIdentityProvider();
  const verifier = openIdentityVerifier({
    projectId: testProjectId,
    emulatorHost: null,
    httpAgent: identityProvider.agent,
    credential: identityProvider.credential,
    checkRevoked: options.checkRevoked ?? false,
  });
  const servers = await Promise.all(
    Array.from({ length: options.servers ?? 1 }, () => startServer(databaseProxy.url, verifier, options)),
  );
  const pool = openPool({ connectionString: database.url, maxConnections: 2 });
  const vault: Vault = openVault({ pool, masterKey });
  const reader = openReader({ pool, vault });
  const address = (server = 0) => `http://127.0.0.1:${servers[server]?.httpServer.port}`;
  const call: TestCommandApi['call'] = async (method, path, callOptions = {}) => {
    const hasBody = callOptions.rawBody !== undefined || callOptions.body !== undefined;
    const response = await fetch(address(callOptions.server) + path, {
      method,
      headers: {
        ...(callOptions.token ? { authorization: `Bearer ${callOptions.token}` } : {}),
        ...(callOptions.key ? { 'idempotency-key': callOptions.key } : {}),
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...callOptions.headers,
      },
      ...(hasBody ? { body: callOptions.rawBody ?? JSON.stringify(callOptions.body) } : {}),
    });
    const text = await response.text();
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    return { status: response.status, headers: response.headers, body };
  };
  return {
    call,
    identityProvider,
    reader,
    readStoredData: async (stream) => {
      const { rows } = await pool.query<{ data: string }>(
        'select data::text as data from log.events where stream = $1 order by version',
        [stream],
      );
      return rows.map(({ data }) => data);
    },
    databaseProxy,
    address,
    databaseUrl: database.url,
    masterKey,
    registerUser: async (userType = 'Student', claims = {}) => {
      const uid = claims.uid ?? randomUUID();
      const email = claims.email ?? `${uid}@school.example`;
      const token = identityProvider.token({ ...claims, uid, email });
      const body = { name: 'Anna Test', imageUrl: 'https://school.example/a.png', email, userType };
      const response = await call('POST', '/users', { token, body });
      if (response.status !== 200) throw new Error(`Registering failed: ${JSON.stringify(response.body)}`);
      return { id: String(response.body.insertedId), token, email };
    },
    [Symbol.asyncDispose]: async () => {
      for (const { httpServer, api } of servers) {
        await httpServer.close(1_000);
        await api.close();
      }
      await verifier.close();
      await identityProvider[Symbol.asyncDispose]();
      await reader.close();
      await vault.close();
      await pool.end();
      await databaseProxy[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
};

/** A valid body of POST /courses. */
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
