import { expect, test } from 'vitest';
import { describeAddress } from './describe-address.ts';

test.each([
  ['/clips/cse/1.webm', 'File on this site'],
  [' https://films.example.org/a/b.mp4?x=1 ', 'File · films.example.org'],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10', 'YouTube · dQw4w9WgXcQ'],
  ['https://www.youtube.com/@somebody', null],
  ['films', null],
  ['', null],
])('describes the source of %j as %j', (address, description) => {
  expect(describeAddress(address)).toBe(description);
});
