import { expect, test } from 'vitest';
import { emptyCourseForm, toSavedText } from './course-fields.ts';

test('returns texts without the spaces around them, and prices without unneeded zeros, as the server saves them, and keeps invalid texts', () => {
  const texts = { ...emptyCourseForm, price: '99.50', details: 'Rings.\n', duration: '' };
  expect(toSavedText(texts)).toEqual({ ...texts, price: '99.5', details: 'Rings.' });
  expect(toSavedText({ ...texts, price: 'cheap' })).toMatchObject({ price: 'cheap' });
});
