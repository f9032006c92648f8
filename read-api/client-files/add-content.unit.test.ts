import { expect, test } from 'vitest';
import { addContent } from './add-content.ts';

const shell =
  '<!doctype html><html><head><title>Lyceum</title></head><body><div id="root"></div><noscript>Enable it.</noscript></body></html>';
const page = {
  html: '<h1>Courses</h1>',
  state: { queries: [], readAt: null },
  headElements: '<link rel="x">',
};

test('puts the content into the page, and replaces the text for browsers without JavaScript', () => {
  const html = addContent(shell, page);
  expect(html).toContain('<div id="root"><h1>Courses</h1></div>');
  expect(html).toContain('<link rel="x"></head>');
  expect(html).not.toContain('Enable it.');
  expect(html.match(/<noscript>/g)).toHaveLength(1);
});

test('hostile text in the data cannot end its element, be executed or act as a replacement pattern', () => {
  const hostile = '</script><script>alert(1)</script><!--<script>\u2028$& $` ]]>';
  const html = addContent(shell, { ...page, state: { queries: [{ comment: hostile }], readAt: null } });
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html.match(/<\/script>/g)).toHaveLength(1);
  expect(html).not.toContain('<!--');
  const [, text = ''] = /<script type="application\/json" id="page-state">(.*?)<\/script>/s.exec(html) ?? [];
  expect(JSON.parse(text)).toEqual({ queries: [{ comment: hostile }], readAt: null });
});

test('adds no data to a page that the client renders from scratch', () => {
  expect(addContent(shell, { ...page, state: null })).not.toContain('page-state');
});

test('throws if the page of the client has no place for the content', () => {
  expect(() => addContent('<body></body>', page)).toThrow('has no <div id="root"></div>');
});
