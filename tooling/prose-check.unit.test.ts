import { expect, test } from 'vitest';
import { checkLine } from './prose-check.ts';

test.each([
  '// Who reads the log sees it.',
  'throw new Error("Whatever was sent is gone");',
  'The checkpoint advances of its own accord.',
  '/** Besides, it is bounded. */',
  'type Place = string;',
  'The line is gone; try again.',
  'Everybody is told of it.',
])('refuses %j and says what to write instead', (line) => {
  expect(checkLine(line)).toMatch(/^".+": write ./);
});

test.each([
  'Who reads the log?',
  'For users who are signed in.',
  'The last line of the file is empty.',
  'type Placement = string;',
  'It shows what the user chose, and who may see it.',
])('accepts %j', (line) => {
  expect(checkLine(line)).toBeNull();
});
