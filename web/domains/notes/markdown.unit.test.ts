import { expect, test } from 'vitest';
import { parseMarkdown } from './markdown.ts';

const plain = (text: string) => [{ kind: 'text', text }];
const paragraph = (text: string) => [{ kind: 'paragraph', content: plain(text) }];
const inlineOf = (text: string) => {
  const [block] = parseMarkdown(text);
  return block?.kind === 'paragraph' ? block.content : null;
};

test('recognizes headings, paragraphs with their line breaks, lists, quotes and code', () => {
  const text = '# One\nThe first\nline.\n\n- a\n- b\n3. c\n> wise\n```js\nlet *x* = 1;\n```\nend';
  expect(parseMarkdown(text)).toEqual([
    { kind: 'heading', level: 1, content: plain('One') },
    { kind: 'paragraph', content: plain('The first\nline.') },
    { kind: 'list', isOrdered: false, start: 1, items: [plain('a'), plain('b')] },
    { kind: 'list', isOrdered: true, start: 3, items: [plain('c')] },
    { kind: 'quote', content: plain('wise') },
    { kind: 'code', text: 'let *x* = 1;' },
    ...paragraph('end'),
  ]);
});

test('recognizes bold, italic, code and links', () => {
  expect(inlineOf('A **bold *and* italic** `x*y*` [page](https://school.example/a).')).toEqual([
    { kind: 'text', text: 'A ' },
    {
      kind: 'strong',
      content: [
        { kind: 'text', text: 'bold ' },
        { kind: 'emphasis', content: plain('and') },
        { kind: 'text', text: ' italic' },
      ],
    },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'x*y*' },
    { kind: 'text', text: ' ' },
    { kind: 'link', address: 'https://school.example/a', content: plain('page') },
    { kind: 'text', text: '.' },
  ]);
  expect(inlineOf('[mail](mailto:a@school.example)')).toMatchObject([{ kind: 'link' }]);
});

test('leaves everything else as it was typed: HTML, relative links, other protocols, markers within words', () => {
  for (const text of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](data:text/html,hi)',
    '[x](/users)',
    '[x]( https://school.example)',
    'snake_case_name and 2*3*4',
    '*not closed',
    '**',
    '2 * 3 * 4',
    '#hashtag',
    '-5 degrees',
  ])
    expect(parseMarkdown(text), text).toEqual(paragraph(text));
});

test('turns a picture into a link, so that nothing is loaded from another site', () => {
  expect(inlineOf('![cat](https://school.example/cat.png)')).toEqual([
    { kind: 'text', text: '!' },
    { kind: 'link', address: 'https://school.example/cat.png', content: plain('cat') },
  ]);
});

// A parser with exponential backtracking would exceed the timeout of the test.
test('parses a note of the maximum length in time, whichever marker it repeats', () => {
  for (const piece of ['*a ', '[', '**a', '`', '_', '[a](', '> - 1. ', '\n', '# a\n'])
    expect(parseMarkdown(piece.repeat(10_000 / piece.length))).toBeInstanceOf(Array);
});
