import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { startProducts, stopProduct } from './start-product.ts';
import { verifyData } from './verify-data.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the products with the demo school run, one for each worker, without a slash at the end. */
    productUrls: readonly string[];
    /** Their data folders, in the same order; none where the product was there already. */
    productFolders: readonly string[];
  }
}

/**
 * A product with the demo school for each worker, so that journeys side by side do not see each other's people:
 * `PRODUCT_URL` where it is set (one that runs already; then `--maxWorkers 1`), else started for this run in scratch folders
 * and ended after it. Then what all journeys left behind is looked at: the run fails when a read table is not what the
 * log says.
 */
export default async function setup(project: TestProject) {
  const given = process.env.PRODUCT_URL;
  if (given) {
    project.provide('productUrls', [given.replace(/\/$/, '')]);
    project.provide('productFolders', []);
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
  return async () => {
    await Promise.all(products.map((product) => stopProduct(product, { keepData: true })));
    try {
      for (const { dataFolder } of products) await verifyData(dataFolder);
    } finally {
      for (const { dataFolder } of products) rmSync(dataFolder, { recursive: true, force: true });
    }
  };
}
