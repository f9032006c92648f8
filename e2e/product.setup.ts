import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { proveSound } from './product/prove-sound.ts';
import { startProduct, stopProduct } from './product/start-product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the product with the demo school runs, without a slash at the end. */
    productUrl: string;
  }
}

/**
 * One product with the demo school for all journeys: `PRODUCT_URL` where it is set (one that runs already), else
 * started for this run in a scratch folder and ended after it. Then what all journeys left behind is looked at: the run
 * fails when a read table is not what the log says.
 */
export default async function setup(project: TestProject) {
  const given = process.env.PRODUCT_URL;
  if (given) {
    project.provide('productUrl', given.replace(/\/$/, ''));
    return;
  }
  const product = await startProduct();
  project.provide('productUrl', product.url);
  return async () => {
    await stopProduct(product, { keepData: true });
    try {
      await proveSound(product.dataFolder);
    } finally {
      rmSync(product.dataFolder, { recursive: true, force: true });
    }
  };
}
