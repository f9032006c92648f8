/**
 * Copies the packages that the Auth emulator loads into a folder, in the layout of `node_modules`:
 * `node docker/emulator/copy-packages.cjs FOLDER`. The emulator needs a fifth of the packages on which firebase-tools depends.
 */
const { cpSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join, relative, sep } = require('node:path');

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder: node docker/emulator/copy-packages.cjs FOLDER');
const root = join(__dirname, '..', '..', 'node_modules');

/** Returns the folder of the package that contains a file, relative to `root`. It is the folder after the last `node_modules`. */
const packageOf = (file) => {
  const parts = relative(root, file).split(sep);
  const start = parts.lastIndexOf('node_modules') + 1;
  return parts.slice(0, start + (parts[start].startsWith('@') ? 2 : 1)).join(sep);
};

// local/identity/emulator-process.ts loads this package in the same way.
createRequire(require.resolve('firebase-tools/package.json'))('exegesis-express');
const { createApp } = require('firebase-tools/lib/emulator/auth/server');
createApp('demo-lyceum', 0, new Map()).then(() => {
  const files = Object.keys(require.cache).filter((file) => file.startsWith(root + sep));
  const packages = new Set(files.map(packageOf));
  for (const name of packages) {
    // Nested packages are copied if they are loaded themselves.
    const isWanted = (source) => !relative(join(root, name), source).split(sep).includes('node_modules');
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: isWanted });
  }
  process.exit(0);
});
