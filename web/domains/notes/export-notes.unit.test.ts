import { expect, test } from 'vitest';
import type { Note } from '#contract/schemas/notes.ts';
import { formatNotesAsMarkdown } from './export-notes.ts';

const note = (catalogueId: string, courseName: string, notes: string, changes: Partial<Note> = {}): Note => ({
  _id: notes,
  notes,
  courseId: catalogueId,
  enrolmentId: catalogueId,
  catalogueId,
  userEmail: 'a@b.c',
  courseName,
  courseCode: 'PHY',
  courseImageUrl: '/a.svg',
  module: null,
  second: null,
  takenAt: '2026-03-05T08:00:00Z',
  editedAt: null,
  ...changes,
});

test('lists courses by name and the notes of each course oldest first, with their texts unchanged', () => {
  const file = formatNotesAsMarkdown([
    note('c2', 'Waves', '**Last**'),
    note('c1', 'Optics', 'Second.', { takenAt: '2026-03-06T08:00:00Z', module: 2, second: 65 }),
    note('c1', 'Optics', '- first'),
  ]);
  expect(file.match(/^#+ .*$/gm)?.map((heading) => heading.replace(/\d+ March .*?(?= ·|$)/, 'day'))).toEqual([
    '# PHY Optics',
    '## day',
    '## day · Module 2 · 1:05',
    '# PHY Waves',
    '## day',
  ]);
  expect(file.indexOf('- first\n')).toBeLessThan(file.indexOf('Second.\n'));
  expect(file).toContain('\n\n**Last**\n');
});

test.each([
  ['```js\nlet a', '```js\nlet a\n```\n'],
  ['~~~~\n~~~', '~~~~\n~~~\n~~~~\n'],
  ['```\ncode\n```', '```\ncode\n```\n'],
  ['```\n``` x', '```\n``` x\n```\n'],
])(
  'closes a code block that a note leaves open, so that it does not include the next note: %j',
  (text, written) => {
    const file = formatNotesAsMarkdown([note('c1', 'Optics', text)]);
    expect(file.endsWith(`\n\n${written}`)).toBe(true);
  },
);
