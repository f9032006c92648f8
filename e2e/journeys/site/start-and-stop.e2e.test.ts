import { readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { addCourse, fetchToken, registerUser } from '#e2e/support/api-calls.ts';
import { fetchWithRetry } from '#e2e/support/fetch-with-retry.ts';
import { productUrl } from '#e2e/support/journey.ts';
import { processesOf } from '#e2e/support/product/processes.ts';
import {
  launchProduct,
  type Product,
  startProduct,
  stopProduct,
} from '#e2e/support/product/start-product.ts';

const started: Product[] = [];
const start = async (options: Parameters<typeof startProduct>[0]): Promise<Product> => {
  const product = await startProduct(options);
  started.push(product);
  return product;
};
afterEach(async () => {
  for (const product of started.splice(0)) await stopProduct(product);
});

const teacher = { name: 'Ruth', email: 'ruth@school.example', password: 'a-password', userType: 'Admin' };
const readCourse = async ({ url }: Product, id: string) =>
  (await fetchWithRetry(`${url}/courses/${id}`, {})).json();
const onLinux = test.runIf(process.platform === 'linux');

onLinux('every answered account and command survives a kill -9 of all processes', async () => {
  const first = await start({ args: ['--empty'] });
  const token = await registerUser(first, teacher);
  const id = await addCourse(first, token, 'Kept');
  for (const pid of processesOf(first.dataFolder)) process.kill(pid, 'SIGKILL');
  await first.ended;

  const second = await start({ dataFolder: first.dataFolder, args: ['--empty'] });
  expect(await readCourse(second, id)).toMatchObject({ course_name: 'Kept' });
  const again = await fetchToken(second, teacher);
  expect(await readCourse(second, await addCourse(second, again, 'Added after'))).toMatchObject({
    course_name: 'Added after',
  });
});

onLinux('a SIGTERM to npm ends all processes and keeps accounts and data', async () => {
  const first = await start({ args: ['--empty'], viaNpm: true });
  const id = await addCourse(first, await registerUser(first, teacher), 'Kept');
  expect(processesOf(first.dataFolder).length).toBeGreaterThan(3);
  first.kill('SIGTERM');
  await first.ended;
  await expect.poll(() => processesOf(first.dataFolder)).toEqual([]);

  const second = await start({ dataFolder: first.dataFolder, args: ['--empty'] });
  expect(await readCourse(second, id)).toMatchObject({ course_name: 'Kept' });
  await fetchToken(second, teacher);
});

test('two products run side by side, refuse a data folder in use, and leave no processes when killed', async () => {
  const other = await start({ args: ['--empty'] });
  const second = await launchProduct({ dataFolder: other.dataFolder, args: ['--empty'] });
  expect(await second.ended).toBe(1);
  expect(second.printed()).toContain(`is already running on the data folder ${other.dataFolder}`);
  expect(await (await fetch(`${other.url}/courses`)).json()).toEqual([]);
  expect(((await (await fetch(`${productUrl()}/courses`)).json()) as unknown[]).length).toBeGreaterThan(20);
  if (process.platform !== 'linux') return;

  // Only the main process is killed. Its child processes must notice that and end.
  other.kill('SIGKILL');
  await other.ended;
  await expect.poll(() => processesOf(other.dataFolder)).toEqual([]);
});

test.each([
  ['PORT', 'port'],
  ['AUTH_EMULATOR_PORT', 'emulatorPort'],
] as const)('a port in use is reported together with %s, which sets it', async (variable, option) => {
  const occupier = createServer();
  await new Promise<void>((listening) => occupier.listen(0, '127.0.0.1', listening));
  const address = occupier.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const product = await launchProduct({ [option]: port });
  expect(await product.ended).toBe(1);
  expect(product.printed()).toContain(
    `Port ${port} on 127.0.0.1 is taken by another process: set ${variable}`,
  );
  rmSync(product.dataFolder, { recursive: true, force: true });
  await new Promise((closed) => occupier.close(closed));
});

test('invalid settings are reported before anything is started', async () => {
  const product = await launchProduct({ env: { ROLE_SIGNUP: 'perhaps', VAULT_MASTER_KEY: 'short' } });
  expect(await product.ended).toBe(1);
  expect(product.printed()).toMatch(
    /ROLE_SIGNUP: .*\n.*VAULT_MASTER_KEY: |VAULT_MASTER_KEY: .*\n.*ROLE_SIGNUP: /,
  );
  expect(readdirSync(product.dataFolder)).toEqual([]);
  rmSync(product.dataFolder, { recursive: true, force: true });
});
