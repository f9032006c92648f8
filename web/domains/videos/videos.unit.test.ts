import { expect, test } from 'vitest';
import { courseCodes } from '#contract/courses.ts';
import { videoAt, videosOf } from './videos.ts';

const clip = videosOf({ course_code: 'CSE' });

test.each(courseCodes)(
  'a course of %s has the five clips of its code, each with captions and a poster',
  (code) => {
    for (const course of [{ course_code: code }, { course_code: code, videos: null }]) {
      const videos = videosOf(course);
      expect(videos.map(({ src }) => src)).toEqual(
        [1, 2, 3, 4, 5].map((module) => `/clips/${code.toLowerCase()}/${module}.webm`),
      );
      for (const [index, video] of videos.entries())
        expect(video).toMatchObject({
          kind: 'file',
          captions: `/clips/${code.toLowerCase()}/${index + 1}.vtt`,
          poster: `/clips/${code.toLowerCase()}/${index + 1}.webp`,
        });
    }
  },
);

test('the titles of a code differ', () => {
  for (const code of courseCodes)
    expect(new Set(videosOf({ course_code: code }).map(({ title }) => title)).size).toBe(5);
});

test('a course’s own five are played instead, files as they are and YouTube without cookies', () => {
  const own = ['/a.webm', 'https://example.org/b.mp4', 'https://youtu.be/dQw4w9WgXcQ', '/d.webm', '/e.webm'];
  const videos = videosOf({ course_code: 'CSE', videos: own });
  expect(videos.map(({ kind }) => kind)).toEqual(['file', 'file', 'youtube', 'file', 'file']);
  expect(videos[1]).toEqual({
    title: 'Module 2',
    kind: 'file',
    src: 'https://example.org/b.mp4',
    captions: null,
    poster: null,
  });
  expect(new URL(videos[2]?.src ?? '')).toMatchObject({
    origin: 'https://www.youtube-nocookie.com',
    pathname: '/embed/dQw4w9WgXcQ',
  });
});

test('what cannot be played gives way to the clip of its module: there are always five', () => {
  const videos = videosOf({ course_code: 'CSE', videos: ['javascript:alert(1)', '/b.webm'] });
  expect(videos).toEqual([
    clip[0],
    { ...clip[1], title: 'Module 2', src: '/b.webm', captions: null, poster: null },
    ...clip.slice(2),
  ]);
});

test('an address that names no video is none', () => {
  expect(videoAt('https://www.youtube.com/@somebody', 'x')).toBeNull();
});
