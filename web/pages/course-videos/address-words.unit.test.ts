import { expect, test } from 'vitest';
import { addressInWords } from './address-words.ts';

test.each([
  ['/clips/cse/1.webm', 'A file of this site'],
  [' https://films.example.org/a/b.mp4?x=1 ', 'A file · films.example.org'],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10', 'YouTube · dQw4w9WgXcQ'],
  ['https://www.youtube.com/@somebody', null],
  ['films', null],
  ['', null],
])('%s', (address, words) => {
  expect(addressInWords(address)).toBe(words);
});
