import { expect, test } from 'vitest';
import { fullTitle, titleBeside } from './module-title.ts';

test('a module whose video has no name is called by its number, once', () => {
  expect([fullTitle(3, 'Metaphor'), titleBeside(3, 'Metaphor')]).toEqual(['Module 3: Metaphor', 'Metaphor']);
  expect([fullTitle(3, 'Module 3'), titleBeside(3, 'Module 3')]).toEqual(['Module 3', null]);
});
