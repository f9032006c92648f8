import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const compressible = /\.(js|css|html|svg|json)$/;
/** Below this many bytes compression saves no packet. */
const worthwhile = 1_400;

/** Writes `file.br` and `file.gz` beside what compresses well, so that the server never does it while somebody waits. */
export const precompressPlugin = (): Plugin => ({
  name: 'lyceum-precompressed',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const compressBoth = async (name: string) => {
      const content = await readFile(join(dir, name));
      if (content.length < worthwhile) return;
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
      await Promise.all([
        writeFile(join(dir, `${name}.br`), await brotli(content, quality)),
        writeFile(join(dir, `${name}.gz`), await zip(content, { level: 9 })),
      ]);
    };
    await Promise.all(
      Object.keys(bundle)
        .filter((name) => compressible.test(name))
        .map(compressBoth),
    );
  },
});
