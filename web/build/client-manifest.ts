import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const name = 'virtual:client-manifest';

/** Lets the code that renders pages import the manifest of the client, which is built first. @param file the path of the manifest. */
export const clientManifestPlugin = (file: string): Plugin => ({
  name: 'lyceum-client-manifest',
  apply: 'build',
  resolveId: (source) => (source === name ? `\0${name}` : null),
  load: (id) => (id === `\0${name}` ? `export default ${readFileSync(file, 'utf8')};` : null),
});
