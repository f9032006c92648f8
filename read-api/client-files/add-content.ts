import { pageStateId, type RenderedPage } from '#contract/rendered-pages.ts';
import { formatDataBlock } from './data-block.ts';

const emptyRoot = '<div id="root"></div>';

/**
 * The text for browsers without JavaScript. A rendered page has a different text, because such browsers can show its
 * content.
 */
const noscript = /<noscript>[^<]*<\/noscript>/;
const noscriptOfRenderedPage =
  '<noscript>To search, log in or enroll, please enable JavaScript and reload the page.</noscript>';

/**
 * Returns the client's page with the content of a rendered page and the data with which the client continues.
 * @param shell the client's page as the build has written it, without content.
 * @throws Error if the page has no place for the content.
 */
export const addContent = (
  shell: string,
  { html, state, headElements }: Pick<RenderedPage, 'html' | 'state' | 'headElements'>,
): string => {
  if (!shell.includes(emptyRoot)) throw new Error(`The page of the client has no ${emptyRoot}.`);
  const stateBlock =
    state === null ? '' : formatDataBlock(`type="application/json" id="${pageStateId}"`, state);
  // The replacements are functions, because `replace` would interpret `$&` in a string.
  return shell
    .replace(noscript, () => '')
    .replace(emptyRoot, () => `<div id="root">${html}</div>${stateBlock}${noscriptOfRenderedPage}`)
    .replace('</head>', () => `${headElements}</head>`);
};
