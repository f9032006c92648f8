import { escapeHtml } from '#platform/escape-html.ts';
import { formatDataBlock } from './data-block.ts';

/** The texts and the picture that search engines and other sites show for a page. All texts are plain text. */
export type PageDescription = {
  title: string;
  description: string;
  /** The absolute address of a picture; without it, the default picture. */
  imageUrl?: string | null;
  /** Properties of the page's subject in the vocabulary of schema.org. Address, picture and provider are added. */
  structuredData?: Readonly<Record<string, string>>;
};

/** Returns the description of the page at a path; null if the page has none. */
export type DescribePage = (path: string) => Promise<PageDescription | null>;

/** The picture for pages without a picture of their own. */
const defaultImagePath = '/share.png';

/**
 * Replaces the title and the description of a page, and adds its canonical address, Open Graph elements and JSON-LD.
 * @param address the absolute address of the page, because other sites do not resolve relative addresses.
 */
export const addDescription = (html: string, page: PageDescription, address: URL): string => {
  const { title, description, imageUrl, structuredData } = page;
  const image = imageUrl ?? new URL(defaultImagePath, address).href;
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Lyceum',
    'og:title': title,
    'og:description': description,
    'og:url': address.href,
    'og:image': image,
  };
  const elements = [
    `<title>${escapeHtml(title)} · Lyceum</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<link rel="canonical" href="${escapeHtml(address.href)}">`,
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
    ),
    ...(structuredData
      ? [
          formatDataBlock('type="application/ld+json"', {
            '@context': 'https://schema.org',
            ...structuredData,
            url: address.href,
            image,
            provider: { '@type': 'Organization', name: 'Lyceum', url: address.origin },
          }),
        ]
      : []),
  ];
  const rest = html.replace(/<title>[^<]*<\/title>\s*/, '').replace(/<meta name="description"[^>]*>\s*/, '');
  // The replacement is a function, because `replace` would interpret `$&` in a string.
  return rest.replace('</head>', () => `${elements.join('\n')}\n</head>`);
};

/**
 * Programs that fetch a page to show parts of it elsewhere: as the preview of a shared address, or among search
 * results. Most of them accept any type, as API requests do, so they are recognized by their user agent.
 */
const previewPrograms =
  /facebookexternalhit|facebot|twitterbot|linkedinbot|slackbot|whatsapp|telegrambot|discordbot|mastodon|skypeuripreview|pinterest|redditbot|applebot|googlebot|bingbot/i;

export const isPreviewProgram = (userAgent: string): boolean => previewPrograms.test(userAgent);
