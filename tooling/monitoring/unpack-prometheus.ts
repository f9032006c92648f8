import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { unpackPackages } from '../debian/unpack-packages.ts';

/** Explains why the tests with Prometheus do not run here, and what to do. */
const explainMissing = (reason: string): string =>
  `The alert tests need the package "prometheus" of Debian 12 or later, which is not available here: ${reason}. Run them on Debian, after "apt-get update".`;

/**
 * Makes Prometheus and promtool available: unpacks Debian's package into a cache folder, unless it is installed. This installs
 * nothing.
 * @returns the paths of both programs, or a text that explains why they are not available.
 */
export const unpackPrometheus = async (): Promise<{ prometheus: string; promtool: string } | string> => {
  try {
    const root = await unpackPackages('prometheus', ['prometheus']);
    const find = (path: string) => {
      const found = [join(root, path), join('/', path)].find(existsSync);
      if (found === undefined) throw new Error(`${path} is missing; delete ${root}`);
      return found;
    };
    return { prometheus: find('usr/bin/prometheus'), promtool: find('usr/bin/promtool') };
  } catch (error) {
    return explainMissing((error as Error).message);
  }
};
