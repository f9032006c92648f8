import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/**
 * The script that sets the theme before the first paint: not a module (those run too late), not inline (the content
 * policy forbids it), but a file with its digest in the name, named in the head.
 * @param file where the script stands.
 */
export const firstPaintScriptPlugin = (file: string): Plugin => {
  const source = readFileSync(file, 'utf8');
  const digest = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  let address = '/app/first-paint.js';
  return {
    name: 'lyceum-first-paint',
    configResolved(config) {
      if (config.command === 'build') address = `/assets/first-paint-${digest}.js`;
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: address.slice(1), source });
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: address }, injectTo: 'head-prepend' }],
  };
};
