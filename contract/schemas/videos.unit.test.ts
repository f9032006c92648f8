import { describe, expect, test } from 'vitest';
import { parseVideoAddress } from './videos.ts';

const id = 'dQ-w4w9WgX_';

describe('YouTube addresses', () => {
  test.each([
    `https://www.youtube.com/watch?v=${id}`,
    `https://youtube.com/watch?list=PL123&v=${id}&t=42s`,
    `http://m.youtube.com/watch?v=${id}`,
    `https://music.youtube.com/watch?v=${id}`,
    `https://youtu.be/${id}?si=abc`,
    `https://www.youtube.com/embed/${id}`,
    `https://www.youtube-nocookie.com/embed/${id}?start=3`,
    `https://www.youtube.com/shorts/${id}`,
    `https://www.youtube.com/live/${id}?feature=share`,
    `  https://YOUTU.BE/${id}  `,
  ])('%s is parsed as a YouTube video', (address) => {
    expect(parseVideoAddress(address)).toEqual({ kind: 'youtube', id });
  });

  test.each([
    'https://www.youtube.com/',
    'https://www.youtube.com/@somebody',
    'https://www.youtube.com/playlist?list=PL123',
    'https://www.youtube.com/watch?v=',
    'https://youtu.be/',
    `https://www.youtube.com/watch?v=${id}x`,
    'https://www.youtube.com/embed/..%2F..%2Fab',
    'https://youtu.be/"onload="1',
  ])('%s is refused: it does not point to a video', (address) => {
    expect(parseVideoAddress(address)).toBeNull();
  });

  test.each([
    `https://youtube.com.example.org/watch?v=${id}`,
    `https://example.org/youtu.be/${id}`,
    `https://notyoutube.com/watch?v=${id}`,
  ])('%s is not treated as YouTube', (address) => {
    expect(parseVideoAddress(address)).toEqual({ kind: 'file', address });
  });
});

describe('file addresses', () => {
  test.each(['/clips/cse/1.webm', 'https://example.org/a b.mp4?x=1', 'http://example.org/lesson.webm'])(
    '%s is accepted unchanged',
    (address) => {
      expect(parseVideoAddress(address)).toEqual({ kind: 'file', address });
    },
  );

  test.each([
    '',
    'lesson.webm',
    '//example.org/a.webm',
    '/\\example.org/a.webm',
    '/\t/example.org/a.webm',
    'javascript:alert(1)',
    'data:video/webm;base64,AA',
    'blob:https://example.org/1',
    'ftp://example.org/a.webm',
  ])('%j is refused', (address) => {
    expect(parseVideoAddress(address)).toBeNull();
  });
});
