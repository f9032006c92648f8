import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';

const root = join(import.meta.dirname, '..', '..');

/** The base images by the variable that names them in `.env`. */
type BaseImages = Record<'NODE_IMAGE' | 'RUNTIME_IMAGE' | 'POSTGRES_IMAGE' | 'NGINX_IMAGE', string>;

type RunOptions = { cwd?: string; env?: Record<string, string>; timeoutMs?: number };

/** A running container engine with Docker Compose, and the base images that it builds on. */
export type Engine = {
  /** Runs `docker`. @returns standard output. @throws Error with the end of its output. */
  docker: (args: readonly string[], options?: RunOptions) => Promise<string>;
  /** Runs Compose. @returns standard output and standard error. @throws Error with the end of its output. */
  compose: (args: readonly string[], options?: RunOptions) => Promise<{ stdout: string; stderr: string }>;
  /** Runs a program that calls `docker` itself. @throws Error with the end of its output. */
  run: (command: readonly string[], options?: RunOptions) => Promise<unknown>;
  baseImages: BaseImages;
};

/** Long enough to build the images, which installs all packages. */
const defaultTimeoutMs = 900_000;

const run = async (command: readonly string[], options: RunOptions = {}) => {
  const [program = '', ...args] = command;
  try {
    return await promisify(execFile)(program, args, {
      cwd: options.cwd ?? root,
      env: {
        ...inheritedEnvironment(),
        // BuildKit builds only the stages that the image needs.
        DOCKER_BUILDKIT: '1',
        ...options.env,
      },
      timeout: options.timeoutMs ?? defaultTimeoutMs,
      maxBuffer: 64 * 2 ** 20,
    });
  } catch (error) {
    const {
      stderr = '',
      stdout = '',
      message,
    } = error as { stderr?: string; stdout?: string; message: string };
    const output = `${stdout}\n${stderr}`.trim().slice(-6_000);
    throw new Error(`${command.join(' ')} failed: ${output || message}`, { cause: error });
  }
};

const succeeds = (command: readonly string[], timeoutMs: number): Promise<boolean> =>
  run(command, { timeoutMs }).then(
    () => true,
    () => false,
  );

const composeFile = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
/** The images that docker-compose.yml names. */
const defaults = Object.fromEntries(
  [...composeFile.matchAll(/\$\{(\w+_IMAGE):-([^}]+)\}/g)].map(([, name, image]) => [name, image]),
) as BaseImages;
/** The stand-ins that docker/base-images/create.sh creates. */
const standIns: BaseImages = {
  NODE_IMAGE: 'lyceum-base-node',
  RUNTIME_IMAGE: 'lyceum-base-debian',
  POSTGRES_IMAGE: 'lyceum-base-postgres',
  NGINX_IMAGE: 'lyceum-base-nginx',
};

const areAllPresent = async (images: BaseImages): Promise<boolean> => {
  const found = Object.values(images).map((image) => succeeds(['docker', 'image', 'inspect', image], 30_000));
  return (await Promise.all(found)).every(Boolean);
};

const pullTimeoutMs = 180_000;

const pullAll = async (images: BaseImages): Promise<boolean> => {
  for (const image of Object.values(images))
    if (!(await succeeds(['docker', 'pull', '--quiet', image], pullTimeoutMs))) return false;
  return true;
};

/**
 * Returns the images of the compose file if all are present, otherwise the stand-ins if all are present, otherwise the images of the
 * compose file after pulling them; null if a pull fails.
 */
const findBaseImages = async (): Promise<BaseImages | null> => {
  if (await areAllPresent(defaults)) return defaults;
  if (await areAllPresent(standIns)) return standIns;
  return (await pullAll(defaults)) ? defaults : null;
};

/** Returns the engine with its base images, or the reason why there is none. */
export const findEngine = async (): Promise<Engine | string> => {
  if (!(await succeeds(['docker', 'version'], 30_000))) return 'no container engine answers';
  if (!(await succeeds(['docker', 'compose', 'version'], 30_000))) return 'Docker Compose 2 is not installed';
  if (!(await succeeds(['docker', 'buildx', 'version'], 30_000))) return 'Docker Buildx is not installed';
  const baseImages = await findBaseImages();
  if (baseImages === null)
    return 'the base images are not present and cannot be pulled: run docker/base-images/create.sh (docs/containers.md)';
  return {
    docker: async (args, options) => (await run(['docker', ...args], options)).stdout,
    compose: (args, options) => run(['docker', 'compose', ...args], options),
    run,
    baseImages,
  };
};
