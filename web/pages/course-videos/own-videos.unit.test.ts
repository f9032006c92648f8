import { expect, test } from 'vitest';
import { courseVideos } from '#contract/courses.ts';
import { areSame, ownVideos, typedVideos } from './own-videos.ts';

const files = ['/1.webm', '/2.webm', '/3.webm', '/4.webm', '/5.webm'];

test('five addresses are five, five blank lines are none, and the server takes either', () => {
  for (const [typed, videos] of [
    [files.with(1, '  https://youtu.be/dQw4w9WgXcQ '), files.with(1, 'https://youtu.be/dQw4w9WgXcQ')],
    [['', ' ', '', '', '\t'], null],
  ] as const) {
    const parsed = ownVideos.parse({ videos: typed });
    expect(parsed).toEqual({ videos });
    expect(courseVideos.parse(parsed)).toEqual({ videos });
  }
});

test('what is wrong is said by the name of its line, in the words of the contract', () => {
  const typed = files.with(2, '').with(3, 'javascript:alert(1)').with(4, 'https://www.youtube.com/@somebody');
  const issues = ownVideos.safeParse({ videos: typed }).error?.issues ?? [];
  expect(issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['videos.2', 'Module 3 is required.'],
    ['videos.3', 'Module 4 must begin with http:// or https://, or be a path on this site.'],
    ['videos.4', 'Module 5 names no single video of YouTube.'],
  ]);
});

test('a course without videos of its own is five blank lines', () => {
  expect(typedVideos(null)).toEqual(['', '', '', '', '']);
  expect(areSame(typedVideos(files), files)).toBe(true);
  expect(areSame(typedVideos(files), files.with(4, '/6.webm'))).toBe(false);
});
