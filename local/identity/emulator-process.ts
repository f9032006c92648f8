/**
 * The Firebase Auth emulator as a process of its own. It runs the emulator's application without the `firebase`
 * command around it: that one takes ten times as long to start, wants two more ports, and saves accounts only
 * on a clean exit. Here a call that changes an account is answered after the account is in the file, so what a
 * person was told is true also after `kill -9`.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { openAccountsFile, type StoredAccount } from './accounts-file.ts';
import type { EmulatorMessage, EmulatorOptions } from './emulator.ts';

/** What is used of firebase-tools (exact version in package.json): no types come with it. */
type ProjectState = { updateUserByLocalId(localId: string, fields: Record<string, unknown>): unknown };
type ExegesisModule = { middleware: (spec: unknown, options: Record<string, unknown>) => unknown };
type AuthEmulatorModule = {
  createApp(
    projectId: string,
    singleProjectMode: number,
    states: Map<string, ProjectState>,
  ): Promise<RequestListener>;
};

const options = JSON.parse(process.env.LYCEUM_EMULATOR ?? '{}') as EmulatorOptions;
const tell = (message: EmulatorMessage) => process.send?.(message);
const states = new Map<string, ProjectState>();
const accounts = openAccountsFile(options.accountsFile);
const project = `/identitytoolkit.googleapis.com/v1/projects/${options.projectId}`;
const authority = `${options.host.includes(':') ? `[${options.host}]` : options.host}:${options.port}`;

/** Tells calls of this process from those of services, which are the owner to the emulator, too. */
const own = { name: 'lyceum-own-call', value: randomUUID() };

const asOwner = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
  const response = await fetch(`http://${authority}${path}`, {
    method,
    headers: {
      ...{ authorization: 'Bearer owner', 'content-type': 'application/json' },
      [own.name]: own.value,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
};

const readAccounts = async (): Promise<StoredAccount[]> =>
  ((await asOwner('GET', `${project}/accounts:batchGet?maxResults=-1`)).users ?? []) as StoredAccount[];

/** Calls that leave the accounts as they are (the time of the last sign-in is not worth a write). */
const changesNothing =
  /:(signInWithPassword|lookup|createAuthUri|query|batchGet)(\?|$)|securetoken|sendOobCode/;
const changesAccounts = ({ method = 'GET', url = '' }: IncomingMessage) =>
  method === 'GET' ? url.startsWith('/emulator/action') : method !== 'OPTIONS' && !changesNothing.test(url);

const save = () => accounts.save(readAccounts);

/** Holds the end of the answer back until `work` is done; when it fails the line is cut instead of a false answer. */
const endAfter = (response: ServerResponse, work: () => Promise<unknown>) => {
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

/** No e-mail is sent: the link that would be in it is told to the person at the terminal. */
const tellLinks = async () => {
  const { oobCodes = [] } = await asOwner('GET', `/emulator/v1/projects/${options.projectId}/oobCodes`);
  const last = (oobCodes as { email: string; requestType: string; oobLink: string }[]).at(-1);
  if (last) tell({ kind: 'link', email: last.email, purpose: last.requestType, link: last.oobLink });
};

const restore = async () => {
  const stored = accounts.read();
  if (stored.length === 0) return;
  await asOwner('POST', `${project}/accounts:batchCreate`, { users: stored });
  // The import says that all passwords are new, and so that everybody's tokens are old: put the true times back.
  const state = states.get(options.projectId);
  for (const { localId, validSince, passwordUpdatedAt } of stored)
    state?.updateUserByLocalId(localId, { validSince, passwordUpdatedAt });
};

/**
 * The emulator's application. Its framework can compile the schemas of a call when it is first made instead of all
 * of them at the start (measured: ready after 0.6 s instead of 5.2 s); the emulator does not ask for that, so we do.
 */
const createEmulatorApp = () => {
  const require = createRequire(import.meta.url);
  const ofTools = createRequire(require.resolve('firebase-tools/package.json'));
  const exegesis = ofTools('exegesis-express') as ExegesisModule;
  const { middleware } = exegesis;
  exegesis.middleware = (spec, given) => middleware(spec, { ...given, lazyCompileValidationSchemas: true });
  const { createApp } = require('firebase-tools/lib/emulator/auth/server') as AuthEmulatorModule;
  return createApp(options.projectId, 0, states);
};

const start = async () => {
  const app = await createEmulatorApp();
  let ready = false;
  const server = createServer((request, response) => {
    if (ready && changesAccounts(request)) endAfter(response, save);
    else if (request.url?.includes(':sendOobCode')) endAfter(response, tellLinks);
    // Before the accounts are back nobody else may look: that there is no such account would not be true.
    if (ready || request.headers[own.name] === own.value) app(request, response);
    else response.writeHead(503, { 'retry-after': '1' }).end();
  });
  server.on('error', (error: NodeJS.ErrnoException) => {
    tell({ kind: 'failed', code: error.code ?? '', message: error.message });
    setTimeout(() => process.exit(1), 100);
  });
  await new Promise<void>((listening) => server.listen(options.port, options.host, listening));
  // As a project made today is: a failed sign-in does not say whether the e-mail is known.
  await asOwner('PATCH', `/emulator/v1/projects/${options.projectId}/config`, {
    emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
  });
  await restore();
  ready = true;
  tell({ kind: 'ready' });
};

// A Ctrl-C reaches the whole group; the product ends first and then closes the channel.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => accounts.settled().finally(() => process.exit(0)));

start().catch((error: Error) => {
  tell({ kind: 'failed', code: '', message: error.message });
  setTimeout(() => process.exit(1), 100);
});
