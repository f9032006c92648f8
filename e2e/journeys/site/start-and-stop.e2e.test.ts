import { readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { addCourse, fetchToken, registerUser } from '#e2e/support/api-calls.ts';
import { fetchWithRetry } from '#e2e/support/fetch-with-retry.ts';
import { productDataFolder, productUrl } from '#e2e/support/journey.ts';
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

const admin = { name: 'Ruth', email: 'ruth@school.example', password: 'a-password', userType: 'Admin' };
const readCourse = async ({ url }: Product, id: string) =>
  (await fetchWithRetry(`${url}/courses/${id}`, {})).json();
const onLinux = test.runIf(process.platform === 'linux');

// One test instead of several, because each start of a product takes seconds.
onLinux(
  'accounts and commands survive a SIGTERM to npm and a kill -9, and no process stays behind',
  async () => {
    const first = await start({ args: ['--empty'], isStartedByNpm: true });
    // This product runs beside the product of this worker, and each has its own data.
    expect(await (await fetch(`${first.url}/courses`)).json()).toEqual([]);
    expect(((await (await fetch(`${productUrl()}/courses`)).json()) as unknown[]).length).toBeGreaterThan(20);
    const id = await addCourse(first, await registerUser(first, admin), 'Kept');
    expect(processesOf(first.dataFolder).length).toBeGreaterThan(3);
    first.kill('SIGTERM');
    await first.ended;
    await expect.poll(() => processesOf(first.dataFolder)).toEqual([]);

    const second = await start({ dataFolder: first.dataFolder, args: ['--empty'] });
    expect(await readCourse(second, id)).toMatchObject({ course_name: 'Kept' });
    const lastCourse = await addCourse(second, await fetchToken(second, admin), 'Added last');
    const lastUser = { ...admin, email: 'added-last@school.example' };
    await registerUser(second, lastUser);
    for (const pid of processesOf(second.dataFolder)) process.kill(pid, 'SIGKILL');
    await second.ended;

    const third = await start({ dataFolder: first.dataFolder, args: ['--empty'] });
    expect(await readCourse(third, lastCourse)).toMatchObject({ course_name: 'Added last' });
    await fetchToken(third, admin);
    const afterwards = await addCourse(third, await fetchToken(third, lastUser), 'Added after');
    expect(await readCourse(third, afterwards)).toMatchObject({ course_name: 'Added after' });

    // Only the main process is killed. Its child processes must notice that and end.
    third.kill('SIGKILL');
    await third.ended;
    await expect.poll(() => processesOf(third.dataFolder)).toEqual([]);
  },
);

test('a product refuses a data folder that another product uses', async ({ skip }) => {
  const dataFolder = productDataFolder();
  if (dataFolder === null) return skip('The product runs elsewhere, so its data folder is unknown.');
  const second = await launchProduct({ dataFolder, args: ['--empty'] });
  expect(await second.ended).toBe(1);
  expect(second.printed()).toContain(`is already running on the data folder ${dataFolder}`);
});

test.each([
  ['PORT', 'port'],
  ['AUTH_EMULATOR_PORT', 'emulatorPort'],
] as const)(
  'a port in use is reported with the name of the variable that sets it: %s',
  async (variable, option) => {
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
  },
);

test('invalid settings are reported before anything is started', async () => {
  const product = await launchProduct({ env: { ROLE_SIGNUP: 'perhaps', VAULT_MASTER_KEY: 'short' } });
  expect(await product.ended).toBe(1);
  expect(product.printed()).toMatch(
    /ROLE_SIGNUP: .*\n.*VAULT_MASTER_KEY: |VAULT_MASTER_KEY: .*\n.*ROLE_SIGNUP: /,
  );
  expect(readdirSync(product.dataFolder)).toEqual([]);
  rmSync(product.dataFolder, { recursive: true, force: true });
});
