import { expect, test } from 'vitest';
import { nothingTyped, type Typed } from './course-fields.ts';
import { decided, disputedFields } from './their-version.ts';

const base: Typed = { ...nothingTyped, course_name: 'Algebra', price: '100', details: 'Groups.' };

test('nothing is in dispute while only one side has changed the course', () => {
  expect(disputedFields(base, base, { ...base, price: '90' })).toEqual([]);
});

test('what they changed is in dispute, whether or not it was touched here', () => {
  const theirs = { ...base, price: '120', details: 'Rings.' };
  expect(disputedFields(base, theirs, base)).toEqual(['price', 'details']);
  expect(disputedFields(base, theirs, { ...base, price: '90' })).toEqual(['price', 'details']);
});

test('the same change on both sides is no dispute', () => {
  const theirs = { ...base, price: '120' };
  expect(disputedFields(base, theirs, { ...base, price: '120' })).toEqual([]);
});

test('a decision, for either side, settles its field until they change it again', () => {
  const theirs = { ...base, price: '120', details: 'Rings.' };
  const mine = { ...base, price: '90' };
  const settled = decided(base, theirs, ['price']);
  expect(disputedFields(settled, theirs, mine)).toEqual(['details']);
  expect(disputedFields(settled, { ...theirs, price: '130' }, mine)).toEqual(['price', 'details']);
});
