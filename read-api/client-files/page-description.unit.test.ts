import { expect, test } from 'vitest';
import { addDescription } from './page-description.ts';

const html =
  '<!doctype html><head><title>Lyceum</title><meta name="description" content="Lyceum." /></head><body></body>';
const address = new URL('https://school.example/courseDetails/7');
const hostileText = `</script><script>alert('1')</script><!-- "$&"`;

const dataBlock = (page: string) =>
  /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '';

test('replaces title and description, and adds the canonical address', () => {
  const page = addDescription(html, { title: 'Physics', description: 'Forces.' }, address);
  expect(page.match(/<title>.*?<\/title>/g)).toEqual(['<title>Physics · Lyceum</title>']);
  expect(page.match(/<meta name="description".*?>/g)).toEqual([
    '<meta name="description" content="Forces.">',
  ]);
  expect(page).toContain('<link rel="canonical" href="https://school.example/courseDetails/7">');
  expect(page).toContain('<meta property="og:image" content="https://school.example/share.png">');
  expect(page).not.toContain('ld+json');
});

test('escapes every text, so that none can end its element', () => {
  const page = addDescription(
    html,
    {
      title: hostileText,
      description: hostileText,
      imageUrl: 'https://pictures.example/"><script>',
      structuredData: { '@type': 'Course', name: hostileText },
    },
    address,
  );
  // The data block is the only script, and its text is unchanged for programs that parse it.
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page.match(/<\/script>/g)).toHaveLength(1);
  expect(page).not.toContain('<!--');
  expect(JSON.parse(dataBlock(page))).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: hostileText,
    url: address.href,
    image: 'https://pictures.example/"><script>',
    provider: { '@type': 'Organization', name: 'Lyceum', url: 'https://school.example' },
  });
});
