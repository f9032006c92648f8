import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The two faces that the first screen is set in; others (Greek, Cyrillic) are fetched where their letters appear. */
const faces = [/inter-latin-wght-normal-[\w-]+\.woff2$/, /fraunces-latin-opsz-normal-[\w-]+\.woff2$/];

const preload = (href: string, attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'preload', href, crossorigin: 'anonymous', ...attrs },
  injectTo: 'head',
});

/**
 * Names in the head what the first screen cannot do without, so that it comes beside the scripts and not after them: the
 * configuration, and the faces (text that is set again in another face moves under the reader's eyes).
 */
export const preloadPlugin = (): Plugin => ({
  name: 'lyceum-fetched-early',
  transformIndexHtml: (_html, { bundle }) => [
    preload('/configuration.json', { as: 'fetch' }),
    ...Object.keys(bundle ?? {})
      .filter((name) => faces.some((face) => face.test(name)))
      .map((name) => preload(`/${name}`, { as: 'font', type: 'font/woff2' })),
  ],
});
