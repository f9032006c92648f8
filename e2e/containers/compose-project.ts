import { execFileSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pause } from '#concurrency/pause.ts';
import { reserveFreePort } from '#platform/free-port.ts';
import type { Engine } from './engine.ts';

const root = join(import.meta.dirname, '..', '..');

type Container = {
  Id: string;
  Config: { User: string; Healthcheck: { Test: string[] } };
  HostConfig: { ReadonlyRootfs: boolean; CapDrop: string[] | null; RestartPolicy: { Name: string } };
  State: { Running: boolean; ExitCode: number; FinishedAt: string; Pid: number; Health?: { Status: string } };
};

/** An installation of the compose file in a folder of its own, with the Auth emulator. */
export type ComposeProject = AsyncDisposable & {
  name: string;
  folder: string;
  url: string;
  tlsPort: number;
  /** A random text. It is in `.env` and in other files that no image may contain. */
  canary: string;
  /** Runs Compose in the folder. @returns standard output and standard error. */
  compose: Engine['compose'];
  inspect: (service: string) => Promise<Container>;
  waitUntilHealthy: (services: readonly string[]) => Promise<void>;
  /** Returns what a service has printed. */
  logs: (service: string) => Promise<string>;
};

export const services = [
  ...['postgres', 'projector-1', 'projector-2', 'read-api-1', 'read-api-2', 'command-api-1', 'command-api-2'],
  ...['head-signer', 'identity-emulator', 'edge'],
];

/** Paths that `copyCheckout` leaves out. */
const excludedPaths = /^(node_modules|\.git|\.cache|\.data.*|test-results|secrets|\.env|web\/dist)$/;

/** Returns a password with characters that have a special meaning in a URL, because people may choose such passwords. */
const createPassword = () => `p@ss/w#rd?%41:&+ ${randomBytes(6).toString('hex')}`;

/** Writes `.env` with the command from docs/containers.md, and appends the settings. */
const writeSettings = (folder: string, settings: Record<string, string>) => {
  const page = readFileSync(join(folder, 'docs/containers.md'), 'utf8');
  const command = /^sed .*\.env\.example > \.env/m.exec(page)?.[0];
  if (!command) throw new Error('docs/containers.md has no command that writes .env.');
  execFileSync('bash', ['-c', command], { cwd: folder });
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  appendFileSync(join(folder, '.env'), lines.join(''));
};

const copyCheckout = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-compose-'));
  cpSync(root, folder, {
    recursive: true,
    filter: (source) => !excludedPaths.test(relative(root, source)),
  });
  return folder;
};

const startTimeoutMs = 300_000;

/** Creates the folder of a project: a copy of the checkout with passwords and settings. Starts nothing. */
export const openComposeProject = async (engine: Engine): Promise<ComposeProject> => {
  const folder = copyCheckout();
  const name = `lyceum-test-${randomBytes(4).toString('hex')}`;
  const [port, tlsPort] = [await reserveFreePort(), await reserveFreePort()];
  const url = `http://localhost:${port}`;
  const canary = `canary-${randomBytes(12).toString('hex')}`;
  const compose: Engine['compose'] = (args, options = {}) =>
    engine.compose(args, { cwd: folder, ...options });
  const idOf = async (service: string) => (await compose(['ps', '-a', '-q', service])).stdout.trim();
  const inspect = async (service: string): Promise<Container> => {
    const id = await idOf(service);
    if (id === '') throw new Error(`${service} has no container.`);
    const [container] = JSON.parse(await engine.docker(['inspect', id])) as Container[];
    if (!container) throw new Error(`${service} has no container.`);
    return container;
  };

  mkdirSync(join(folder, 'secrets'));
  for (const login of ['postgres', 'owner', 'command', 'projector', 'read', 'signer'])
    writeFileSync(join(folder, 'secrets', `${login}_password`), createPassword());
  writeSettings(folder, {
    ...engine.baseImages,
    COMPOSE_PROJECT_NAME: name,
    BUILD_NETWORK: 'host',
    IMAGE_TAG: name,
    // Outside the ranges from which the engine chooses addresses for other networks.
    FRONT_NETWORK: `10.203.${randomInt(256)}`,
    PUBLIC_URL: url,
    AUTH_EMULATOR_URL: url,
    EDGE_PORT: `${port}`,
    EDGE_TLS_PORT: `${tlsPort}`,
    RATE_LIMIT_PER_MINUTE: '0',
    DAILY_EVENTS_PER_PERSON: '0',
    DAILY_MEGABYTES_PER_PERSON: '0',
    CANARY: canary,
  });
  for (const file of [
    '.env.local',
    'web/.env',
    'platform/server.key',
    'read-api/service-account.json',
    'secrets/canary',
  ])
    appendFileSync(join(folder, file), `CANARY=${canary}\n`);

  return {
    ...{ name, folder, url, tlsPort, canary, compose, inspect },
    waitUntilHealthy: async (names) => {
      const deadline = Date.now() + startTimeoutMs;
      for (const service of names)
        while ((await inspect(service)).State.Health?.Status !== 'healthy') {
          if (Date.now() > deadline) {
            const { stdout } = await compose(['logs', '--tail', '40', service]);
            throw new Error(`${service} is not healthy:\n${stdout}`);
          }
          await pause(500);
        }
    },
    logs: async (service) => {
      const { stdout, stderr } = await compose(['logs', service]);
      return stdout + stderr;
    },
    [Symbol.asyncDispose]: async () => {
      await compose([
        ...['--profile', 'emulator', '--profile', 'tools'],
        'down',
        '--volumes',
        '--remove-orphans',
        '--timeout',
        '20',
      ]).catch((error: Error) => process.stderr.write(`${error.message}\n`));
      const images = ['lyceum-service', 'lyceum-identity-emulator'].map((image) => `${image}:${name}`);
      await engine.docker(['image', 'rm', '--force', ...images]).catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
