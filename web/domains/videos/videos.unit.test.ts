import { expect, test } from 'vitest';
import { courseCodes } from '#contract/schemas/courses.ts';
import {
  findModuleTitle,
  formatModuleLabel,
  resolveVideos,
  sumSeconds,
  toVideo,
  upgradeToHttps,
} from './videos.ts';

const clips = resolveVideos({ course_code: 'CSE' });

test.each(courseCodes)('a %s course without its own videos has five captioned clips with posters', (code) => {
  for (const course of [{ course_code: code }, { course_code: code, videos: null }]) {
    const videos = resolveVideos(course);
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
});

test('the five lesson titles of each course code differ', () => {
  for (const code of courseCodes)
    expect(new Set(resolveVideos({ course_code: code }).map(({ title }) => title)).size).toBe(5);
});

test('a course’s own videos replace the clips, and YouTube plays without cookies', () => {
  const own = ['/a.webm', 'https://example.org/b.mp4', 'https://youtu.be/dQw4w9WgXcQ', '/d.webm', '/e.webm'];
  const videos = resolveVideos({ course_code: 'CSE', videos: own });
  expect(videos.map(({ kind }) => kind)).toEqual(['file', 'file', 'youtube', 'file', 'file']);
  expect(videos[1]).toEqual({
    title: 'Module 2',
    kind: 'file',
    src: 'https://example.org/b.mp4',
    captions: null,
    poster: null,
    seconds: null,
  });
  expect(new URL(videos[2]?.src ?? '')).toMatchObject({
    origin: 'https://www.youtube-nocookie.com',
    pathname: '/embed/dQw4w9WgXcQ',
  });
});

test('a video at an http address plays over https, because the content security policy forbids http', () => {
  expect(toVideo('http://films.example.org:8000/b.mp4', 'x')?.src).toBe(
    'https://films.example.org:8000/b.mp4',
  );
  expect(toVideo('HTTP://films.example.org/b.mp4', 'x')?.src).toBe('https://films.example.org/b.mp4');
});

test('a video on this site keeps the site’s scheme', () => {
  const ownOrigin = 'http://localhost:8080';
  expect(upgradeToHttps(`${ownOrigin}/clips/cse/1.webm`, ownOrigin)).toBe(`${ownOrigin}/clips/cse/1.webm`);
  expect(upgradeToHttps('/clips/cse/1.webm', ownOrigin)).toBe('/clips/cse/1.webm');
});

test('the clip of the module replaces an address that cannot be played', () => {
  const videos = resolveVideos({ course_code: 'CSE', videos: ['javascript:alert(1)', '/b.webm'] });
  expect(videos).toEqual([
    clips[0],
    { ...clips[1], title: 'Module 2', src: '/b.webm', captions: null, poster: null, seconds: null },
    ...clips.slice(2),
  ]);
});

test('a YouTube address that names no video is converted into null', () => {
  expect(toVideo('https://www.youtube.com/@somebody', 'x')).toBeNull();
});

test('the lesson clips have known lengths, and a course’s own videos do not', () => {
  for (const code of courseCodes)
    for (const { seconds } of resolveVideos({ course_code: code })) expect(seconds).toBeGreaterThan(0);
  const own = resolveVideos({ course_code: 'CSE', videos: ['/a.webm', '/b.webm'] });
  expect(own.map(({ seconds }) => seconds)).toEqual([
    null,
    null,
    ...clips.slice(2).map(({ seconds }) => seconds),
  ]);
  expect([sumSeconds(clips), sumSeconds(own)]).toEqual([48 + 44 + 48 + 48 + 46, null]);
});

test('a lesson clip among a course’s own videos keeps its title, captions and length', () => {
  const own = ['/clips/eng/5.webm', '/clips/cse/6.webm', '/clips/xyz/1.webm', '/clips/eng/5.webm?x'];
  const videos = resolveVideos({ course_code: 'CSE', videos: own });
  expect(videos[0]).toEqual(resolveVideos({ course_code: 'ENG' })[4]);
  expect(videos.slice(1, 4).map(({ title, seconds }) => [title, seconds])).toEqual(
    [2, 3, 4].map((module) => [`Module ${module}`, null]),
  );
});

test('the label of a module without a title is its number', () => {
  expect([formatModuleLabel(3, 'Metaphor'), findModuleTitle(3, 'Metaphor')]).toEqual([
    'Module 3: Metaphor',
    'Metaphor',
  ]);
  expect([formatModuleLabel(3, 'Module 3'), findModuleTitle(3, 'Module 3')]).toEqual(['Module 3', null]);
});
