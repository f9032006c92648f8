import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const moduleName = 'virtual:client-manifest';

/** Lets the code that renders pages import the manifest of the client. The client is built first. @param file the path of the manifest. */
export const clientManifestPlugin = (file: string): Plugin => ({
  name: 'lyceum-client-manifest',
  apply: 'build',
  resolveId: (source) => (source === moduleName ? `\0${moduleName}` : null),
  load: (id) => (id === `\0${moduleName}` ? `export default ${readFileSync(file, 'utf8')};` : null),
});
