import { expect, test } from 'vitest';
import { courseVideos } from '#contract/schemas/courses.ts';
import { areSameVideos, toSavedFields, toVideoFields, videosSchema } from './videos-schema.ts';

const files = ['/1.webm', '/2.webm', '/3.webm', '/4.webm', '/5.webm'];

test('accepts five addresses or none, like the contract', () => {
  for (const [fields, videos] of [
    [files.with(1, '  https://youtu.be/dQw4w9WgXcQ '), files.with(1, 'https://youtu.be/dQw4w9WgXcQ')],
    [['', ' ', '', '', '\t'], null],
  ] as const) {
    const parsed = videosSchema.parse({ videos: fields });
    expect(parsed).toEqual({ videos });
    expect(courseVideos.parse(parsed)).toEqual({ videos });
  }
});

test('names the module in each error', () => {
  const fields = files
    .with(2, '')
    .with(3, 'javascript:alert(1)')
    .with(4, 'https://www.youtube.com/@somebody');
  const issues = videosSchema.safeParse({ videos: fields }).error?.issues ?? [];
  expect(issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['videos.2', 'Module 3 is required.'],
    ['videos.3', 'Module 4 must begin with http:// or https://, or be a path on this site.'],
    ['videos.4', 'Module 5 must point to a single YouTube video.'],
  ]);
});

test('returns five empty fields for a course without videos of its own, and tells whether videos differ', () => {
  expect(toVideoFields(null)).toEqual(['', '', '', '', '']);
  expect(areSameVideos(toVideoFields(files), files)).toBe(true);
  expect(areSameVideos(toVideoFields(files), files.with(4, '/6.webm'))).toBe(false);
});

test('returns addresses without the spaces around them, as the server saves them, and keeps invalid fields', () => {
  expect(toSavedFields(files.with(1, ' /2.webm '))).toEqual(files);
  expect(toSavedFields(['', ' ', '', '', ''])).toEqual(toVideoFields(null));
  expect(toSavedFields(files.with(1, 'not an address'))).toEqual(files.with(1, 'not an address'));
});
