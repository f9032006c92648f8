import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { prepareBrowser } from '../browser/launch-browser.ts';
import { startProducts, stopProduct } from './start-product.ts';
import { verifyData } from './verify-data.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URLs of the products with the demo school, one per worker, without a slash at the end. */
    productUrls: readonly string[];
    /** Their data folders in the same order; empty if `PRODUCT_URL` is set. */
    productFolders: readonly string[];
    /** The ports of their Auth emulators in the same order; empty if `PRODUCT_URL` is set. */
    emulatorPorts: readonly number[];
  }
}

/**
 * Starts a product with the demo school for each worker, so that tests that run at the same time do not see each other's
 * users. Afterwards it checks the data that all tests left behind, and fails the run if a read table does not match the log, or if the
 * log does not match its seals.
 * With `PRODUCT_URL` the tests use a running product instead; add `--maxWorkers 1`.
 */
export default async function setup(project: TestProject) {
  await prepareBrowser();
  const runningUrl = process.env.PRODUCT_URL;
  if (runningUrl) {
    project.provide('productUrls', [runningUrl.replace(/\/$/, '')]);
    project.provide('productFolders', []);
    project.provide('emulatorPorts', []);
    return;
  }
  const products = await startProducts(project.config.maxWorkers);
  project.provide(
    'productUrls',
    products.map(({ url }) => url),
  );
  project.provide(
    'productFolders',
    products.map(({ dataFolder }) => dataFolder),
  );
  project.provide(
    'emulatorPorts',
    products.map(({ emulatorPort }) => emulatorPort),
  );
  return async () => {
    await Promise.all(products.map((product) => stopProduct(product, { shouldKeepData: true })));
    try {
      await Promise.all(products.map(({ dataFolder }) => verifyData(dataFolder)));
    } finally {
      for (const { dataFolder } of products) rmSync(dataFolder, { recursive: true, force: true });
    }
  };
}
