/**
 * The Firebase Auth emulator in a process of its own. It runs the emulator's application without the `firebase` command, which
 * takes ten times as long to start, needs two more ports, and saves accounts only on a clean exit. This process saves an account
 * before it answers the request that changed the account, so acknowledged changes survive `kill -9`.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { createAccountsFile, type StoredAccount } from './accounts-file.ts';
import { type AccountCreator, makeTokensValidFromSignUp } from './make-tokens-valid-from-sign-up.ts';
import type { EmulatorMessage, EmulatorProcessOptions } from './start-emulator.ts';

/** The parts of firebase-tools that are used here. That package has no types; package.json pins its exact version. */
type EmailCode = { email: string; requestType: string; oobCode: string; oobLink: string };
type ProjectState = AccountCreator & {
  updateUserByLocalId(localId: string, fields: Record<string, unknown>): unknown;
  createOob(...parameters: unknown[]): EmailCode;
  deleteOobCode(code: string): boolean;
};
type ExegesisModule = { middleware: (spec: unknown, options: Record<string, unknown>) => unknown };
type AuthEmulatorModule = {
  createApp(
    projectId: string,
    singleProjectMode: number,
    states: Map<string, ProjectState>,
  ): Promise<RequestListener>;
};

const options = JSON.parse(process.env.LYCEUM_EMULATOR ?? '{}') as EmulatorProcessOptions;
const sendToParent = (message: EmulatorMessage) => process.send?.(message);
const states = new Map<string, ProjectState>();
const accounts = createAccountsFile(options.accountsFile);
const project = `/identitytoolkit.googleapis.com/v1/projects/${options.projectId}`;
const authority = `${options.host.includes(':') ? `[${options.host}]` : options.host}:${options.port}`;
/** The first segment of every path. Without this secret, any page on the internet could list the accounts. */
const secretPrefix = `/${options.secret}/`;
/** The accepted `Host` headers; null accepts all. */
const hosts = options.hosts ? new Set([authority, ...options.hosts]) : null;

/** Marks requests of this process, because services also call the emulator as its owner. */
const ownCallHeader = { name: 'lyceum-own-call', value: randomUUID() };

const callAsOwner = async (
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> => {
  const response = await fetch(`http://${authority}/${options.secret}${path}`, {
    method,
    headers: {
      ...{ authorization: 'Bearer owner', 'content-type': 'application/json' },
      [ownCallHeader.name]: ownCallHeader.value,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
};

const readAccounts = async (): Promise<StoredAccount[]> =>
  ((await callAsOwner('GET', `${project}/accounts:batchGet?maxResults=-1`)).users ?? []) as StoredAccount[];

const pathOf = ({ url = '' }: IncomingMessage) => url.split('?')[0] ?? '';
const accountsPath = String.raw`^/identitytoolkit\.googleapis\.com/v1/(projects/[\w-]+/)?accounts:`;

/** Calls after which nothing is saved. A sign-in changes only the time of the last sign-in, which nobody reads. */
const readOnlyPaths = new RegExp(
  `${accountsPath}(signInWithPassword|lookup|createAuthUri|query|batchGet|sendOobCode)$|^/securetoken\\.googleapis\\.com/v1/token$`,
);
const changesAccounts = (request: IncomingMessage) =>
  request.method !== 'OPTIONS' && !readOnlyPaths.test(pathOf(request));

/** Calls that are accepted even if the file is full: they remove accounts, or redeem a code from an e-mail. */
const pathsAcceptedWhenFull = new RegExp(
  `${accountsPath}(delete|batchDelete|resetPassword)$|^/emulator/action$`,
);
const maxAccountsFileBytes = options.maxAccountsFileBytes ?? 8 * 1024 * 1024;

/**
 * Refuses a change if the file is full. Each change rewrites the whole file, so its size is limited: otherwise anybody could make every
 * later change slow.
 * @returns whether the request was refused.
 */
const refuseIfFull = (request: IncomingMessage, response: ServerResponse): boolean => {
  if (accounts.size() < maxAccountsFileBytes || pathsAcceptedWhenFull.test(pathOf(request))) return false;
  const message =
    'QUOTA_EXCEEDED : There is no room for more accounts. Remove some, or use a Firebase project.';
  response.writeHead(400, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ error: { code: 400, message, errors: [] } }));
  return true;
};

const save = () => accounts.save(readAccounts);

/** Delays the end of the answer until `work` has succeeded. If `work` fails, the connection is cut. */
const delayEnd = (response: ServerResponse, work: () => Promise<unknown>) => {
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  response.end = ((...args: unknown[]) => {
    work().then(
      () => end(...args),
      (error: Error) => {
        process.stderr.write(`The accounts could not be saved: ${error.message}\n`);
        response.destroy();
      },
    );
    return response;
  }) as ServerResponse['end'];
};

/** Each code stays in the emulator's memory until somebody redeems it. Beyond this number, the oldest codes are deleted. */
const maxCodes = 1_000;

/** Reports each link to the parent process, because the emulator sends no e-mails. */
const reportLinks = (state: ProjectState) => {
  const codes: string[] = [];
  const createCode = state.createOob.bind(state);
  state.createOob = (...parameters) => {
    const code = createCode(...parameters);
    sendToParent({ kind: 'link', email: code.email, purpose: code.requestType, link: code.oobLink });
    codes.push(code.oobCode);
    if (codes.length > maxCodes) state.deleteOobCode(codes.shift() ?? '');
    return code;
  };
};

const restoreAccounts = async (state: ProjectState) => {
  const stored = accounts.read();
  if (stored.length === 0) return;
  await callAsOwner('POST', `${project}/accounts:batchCreate`, { users: stored });
  // The import marks all passwords as new, which would invalidate all tokens. Restore the real times.
  for (const { localId, validSince, passwordUpdatedAt } of stored)
    state.updateUserByLocalId(localId, { validSince, passwordUpdatedAt });
};

/**
 * Creates the emulator's application. Its framework can compile the schemas of an endpoint on first use instead of all at the start
 * (measured: ready after 0.6 s instead of 5.2 s). The emulator does not enable this option, so it is enabled here.
 */
const createEmulatorApp = () => {
  const require = createRequire(import.meta.url);
  const requireFromTools = createRequire(require.resolve('firebase-tools/package.json'));
  const exegesis = requireFromTools('exegesis-express') as ExegesisModule;
  const { middleware } = exegesis;
  exegesis.middleware = (spec, given) => middleware(spec, { ...given, lazyCompileValidationSchemas: true });
  const { createApp } = require('firebase-tools/lib/emulator/auth/server') as AuthEmulatorModule;
  return createApp(options.projectId, 0, states);
};

const start = async () => {
  const app = await createEmulatorApp();
  let isReady = false;
  const server = createServer((request, response) => {
    if (!request.url?.startsWith(secretPrefix) || (hosts && !hosts.has(request.headers.host ?? ''))) {
      response.writeHead(403).end();
      return;
    }
    request.url = request.url.slice(secretPrefix.length - 1);
    if (isReady && changesAccounts(request)) {
      if (refuseIfFull(request, response)) return;
      delayEnd(response, save);
    }
    // Until the accounts are restored, other callers get 503 instead of a wrong "no such account".
    if (isReady || request.headers[ownCallHeader.name] === ownCallHeader.value) app(request, response);
    else response.writeHead(503, { 'retry-after': '1' }).end();
  });
  server.on('error', (error: NodeJS.ErrnoException) => {
    sendToParent({ kind: 'failed', code: error.code ?? '', message: error.message });
    setTimeout(() => process.exit(1), 100);
  });
  await new Promise<void>((listening) => server.listen(options.port, options.host, listening));
  // As in new Firebase projects, a failed sign-in does not reveal whether the e-mail address has an account.
  await callAsOwner('PATCH', `/emulator/v1/projects/${options.projectId}/config`, {
    emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
  });
  const state = states.get(options.projectId);
  if (state === undefined) throw new Error('The emulator has no project.');
  reportLinks(state);
  makeTokensValidFromSignUp(state);
  await restoreAccounts(state);
  isReady = true;
  sendToParent({ kind: 'ready' });
};

// Ctrl-C reaches the whole process group, but this process ends only when its parent closes the channel.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => accounts.whenIdle().finally(() => process.exit(0)));

start().catch((error: Error) => {
  sendToParent({ kind: 'failed', code: '', message: error.message });
  setTimeout(() => process.exit(1), 100);
});
