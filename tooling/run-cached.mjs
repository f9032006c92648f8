/**
 * Runs a program with Node's compile cache: `node tooling/run-cached.mjs FILE [arguments]`. With the cache, Node does not load its
 * TypeScript compiler again for files that it has compiled before. This file runs without the cache, so it is JavaScript: loading the
 * compiler takes longer than the rest of a short command such as `npm run log -- --help`.
 */
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
const [name = '', ...rest] = process.argv.slice(2);
const file = join(root, name);
// The variable also applies to the processes that the program starts. `bootstrap.mjs` uses the same folder.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compile');
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
process.argv = [process.execPath, file, ...rest];
await import(pathToFileURL(file).href);
