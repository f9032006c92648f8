import { escapeHtml } from '#platform/escape-html.ts';

/** What other sites show when somebody shares the address of a page (Open Graph). Both are plain text. */
type PageDescription = { title: string; description: string };

/** Returns the description of the page at a path; null if the page has none. */
export type DescribePage = (path: string) => Promise<PageDescription | null>;

/** The picture of every shared page. */
const imagePath = '/share.png';

/**
 * Adds Open Graph elements to a page.
 * @param address of the page, absolute. Other sites do not resolve relative ones.
 */
export const addDescription = (
  html: string,
  { title, description }: PageDescription,
  address: URL,
): string => {
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Lyceum',
    'og:title': title,
    'og:description': description,
    'og:url': address.href,
    'og:image': new URL(imagePath, address).href,
  };
  const elements = Object.entries(properties)
    .map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">\n`)
    .join('');
  // A function, because `replace` would interpret `$&` in a replacement text.
  return html.replace('</head>', () => `${elements}</head>`);
};

/** Programs that fetch a shared address for a preview. Most of them accept any type, as an API request does. */
const previewPrograms =
  /facebookexternalhit|facebot|twitterbot|linkedinbot|slackbot|whatsapp|telegrambot|discordbot|mastodon|skypeuripreview|pinterest|redditbot|applebot|googlebot|bingbot/i;

export const isPreviewProgram = (userAgent: string): boolean => previewPrograms.test(userAgent);
