import { randomUUID } from 'node:crypto';
import { type CommandApi, createCommandApi } from '#command-api/server.ts';
import type { UserType } from '#contract/schemas/users.ts';
import type { LogReader } from '#events/log/log.ts';
import { openTestLog, type TestLog, testMasterKey } from '#events/testing/test-log.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { type HttpServer, openHttpServer } from '#platform/http/http-server.ts';
import type { ProcessSecret } from '#platform/http/process-secret.ts';
import { type IdentityVerifier, openIdentityVerifier } from '#platform/identity/identity-verifier.ts';
import { createSilentLogger, type Logger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { afterTests, closeAfterTests } from '#platform/testing/close-after-tests.ts';
import {
  startIdentityProvider,
  type TestIdentityProvider,
  type TestTokenOptions,
  testProjectId,
} from '#platform/testing/identity-provider.ts';
import { startTcpProxy, type TcpProxy } from '#platform/testing/tcp-proxy.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';

export type TestResponse = { status: number; headers: Headers; body: Record<string, unknown> };

/** Returns the status and the problem code of a response, for one assertion about both. */
export const statusAndCode = ({ status, body }: TestResponse) => [status, body.code];

export type TestUser = { id: string; token: string; email: string };

type CallOptions = {
  token?: string | null;
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  rawBody?: BodyInit;
  /** The idempotency key. */
  key?: string;
  headers?: Record<string, string>;
  /** The index of the server; 0 by default. */
  server?: number;
};

type TestCommandApiOptions = {
  /** The number of servers in front of the same database, as on several machines; 1 by default. */
  servers?: number;
  /** Whether accounts are looked up in `identityProvider.accounts`. */
  shouldCheckRevoked?: boolean;
  /** Whether Admins need a second factor. */
  adminSecondFactor?: 'required';
  environment?: Record<string, string>;
  /** Default: a logger that writes nothing. */
  logger?: Logger;
  tracing?: Tracing | null;
  clock?: () => Date;
  processSecret?: ProcessSecret;
  /** Awaited before a registration is answered. */
  beforeAnsweringRegistration?: () => Promise<void>;
};

/** Command-apis on a database of their own. Sign-in tokens are real, but signed with keys of the test. */
export type TestCommandApi = {
  call(method: string, path: string, options?: CallOptions): Promise<TestResponse>;
  /** Registers a new user. @param userType `Student` by default. */
  registerUser(userType?: string, claims?: TestTokenOptions): Promise<TestUser>;
  /** Registers users with these roles. */
  registerAll<Name extends string>(userTypes: Record<Name, UserType>): Promise<Record<Name, TestUser>>;
  /** Starts one more server in front of the same database, as after a restart. */
  addServer(): Promise<void>;
  /** Adds a course and returns its id. @param fields override those of {@link courseBody}. */
  addCourse(admin: TestUser, fields?: object): Promise<string>;
  identityProvider: TestIdentityProvider;
  reader: LogReader;
  /** Returns the data of a stream's events as JSON texts, with encrypted fields as they are stored. */
  readStoredData(stream: string): Promise<string[]>;
  /** Forwards all connections of the servers to the database. */
  databaseProxy: TcpProxy;
  databaseUrl: string;
  /** Connections to the database as a superuser. */
  pool: TestLog['pool'];
  address(server?: number): string;
};

const startServer = async (
  databaseUrl: string,
  verifier: IdentityVerifier,
  { clock, processSecret, beforeAnsweringRegistration, environment, logger, tracing }: TestCommandApiOptions,
): Promise<{ api: CommandApi; httpServer: HttpServer }> => {
  const api = createCommandApi({
    configuration: parseConfiguration({
      DATABASE_URL: databaseUrl,
      FIREBASE_PROJECT_ID: testProjectId,
      VAULT_MASTER_KEY: testMasterKey,
      RATE_LIMIT_PER_MINUTE: '0',
      // A machine that runs many tests at once may be slow.
      APPEND_TIMEOUT_MS: '30000',
      NODE_ENV: 'test',
      ROLE_SIGNUP: 'open',
      ...environment,
    }),
    verifier,
    logger: logger ?? createSilentLogger(),
    metrics: createMetrics({ defaults: false }),
    tracing: tracing ?? null,
    ...(clock ? { clock } : {}),
    ...(processSecret ? { processSecret } : {}),
    ...(beforeAnsweringRegistration ? { beforeAnsweringRegistration } : {}),
  });
  await api.ready();
  const httpServer = await openHttpServer({ listener: api.callback, host: '127.0.0.1', port: 0 });
  return { api, httpServer };
};

/** Starts command-apis, and stops them after the test, or after the tests of the file. */
export const startTestCommandApi = async (options: TestCommandApiOptions = {}): Promise<TestCommandApi> => {
  const { url: databaseUrl, pool, reader } = await openTestLog();
  const databaseProxy = closeAfterTests(await startTcpProxy(databaseUrl));
  const identityProvider = closeAfterTests(await startIdentityProvider());
  const verifier = openIdentityVerifier({
    projectId: testProjectId,
    emulatorHost: null,
    httpAgent: identityProvider.agent,
    credential: identityProvider.credential,
    shouldCheckRevoked: options.shouldCheckRevoked ?? false,
    adminSecondFactor: options.adminSecondFactor ?? 'off',
  });
  const servers = await Promise.all(
    Array.from({ length: options.servers ?? 1 }, () => startServer(databaseProxy.url, verifier, options)),
  );
  afterTests(async () => {
    for (const { httpServer, api } of servers) {
      await httpServer.close(1_000);
      await api.close();
    }
    await verifier.close();
  });
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
  const registerUser: TestCommandApi['registerUser'] = async (userType = 'Student', claims = {}) => {
    const uid = claims.uid ?? randomUUID();
    const email = claims.email ?? `${uid}@school.example`;
    const token = identityProvider.token({ ...claims, uid, email });
    const body = { name: 'Anna Test', imageUrl: 'https://school.example/a.png', email, userType };
    const response = await call('POST', '/users', { token, body });
    if (response.status !== 200) throw new Error(`Registration failed: ${JSON.stringify(response.body)}`);
    return { id: String(response.body.insertedId), token, email };
  };
  return {
    call,
    addServer: async () => void servers.push(await startServer(databaseProxy.url, verifier, options)),
    identityProvider,
    reader,
    pool,
    readStoredData: async (stream) => {
      const { rows } = await pool.query<{ data: string }>(
        'select data::text as data from log.events where stream = $1 order by version',
        [stream],
      );
      return rows.map(({ data }) => data);
    },
    databaseProxy,
    address,
    databaseUrl,
    registerUser,
    registerAll: async (userTypes) => {
      const users: Record<string, TestUser> = {};
      for (const [name, userType] of Object.entries<UserType>(userTypes))
        users[name] = await registerUser(userType);
      return users;
    },
    addCourse: async ({ token }, fields = {}) => {
      const { body } = await call('POST', '/courses', { token, body: { ...courseBody, ...fields } });
      return String(body.insertedId);
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
