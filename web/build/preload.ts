import type { HtmlTagDescriptor, Plugin } from 'vite';
import { isClientBuild } from './is-client-build.ts';

/** The two fonts of the first screen. Fonts for other alphabets (Greek, Cyrillic) are loaded when their letters appear. */
const fonts = [/\/inter-latin-[\w-]{8}\.woff2$/, /\/fraunces-latin-600-[\w-]{8}\.woff2$/];

const preload = (href: string, attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'preload', href, crossorigin: 'anonymous', ...attrs },
  injectTo: 'head',
});

/**
 * Preloads what the first screen needs, in parallel with the scripts: the configuration, and the fonts, because text moves
 * when its font is replaced.
 */
export const preloadPlugin = (): Plugin => ({
  name: 'lyceum-preload',
  applyToEnvironment: isClientBuild,
  transformIndexHtml: (_html, { bundle }) => [
    preload('/configuration.json', { as: 'fetch' }),
    ...Object.keys(bundle ?? {})
      .filter((name) => fonts.some((font) => font.test(name)))
      .map((name) => preload(`/${name}`, { as: 'font', type: 'font/woff2' })),
  ],
});
