import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { isClientBuild } from './is-client-build.ts';

/**
 * Adds the script that prepares the first paint, for example sets the theme. It is a classic script, because modules run too late. It is a file,
 * because the content security policy forbids inline scripts. The digest in its name lets browsers cache it.
 * @param file the path of the script.
 */
export const firstPaintScriptPlugin = (file: string): Plugin => {
  const source = readFileSync(file, 'utf8');
  const digest = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  let url = '/app/first-paint.js';
  return {
    name: 'lyceum-first-paint',
    applyToEnvironment: isClientBuild,
    configResolved(config) {
      if (config.command === 'build') url = `/assets/first-paint-${digest}.js`;
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: url.slice(1), source });
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: url }, injectTo: 'head-prepend' }],
  };
};
