import { expect, test } from 'vitest';
import { type CourseFormText, emptyCourseForm } from './course-fields.ts';
import { findConflictingFields, resolveConflicts } from './edit-conflicts.ts';

const base: CourseFormText = { ...emptyCourseForm, course_name: 'Algebra', price: '100', details: 'Groups.' };

test('there is no conflict if only the user has changed a field', () => {
  expect(findConflictingFields(base, base, { ...base, price: '90' })).toEqual([]);
});

test('a field that was changed elsewhere conflicts, whether or not the user has edited it', () => {
  const theirs = { ...base, price: '120', details: 'Rings.' };
  expect(findConflictingFields(base, theirs, base)).toEqual(['price', 'details']);
  expect(findConflictingFields(base, theirs, { ...base, price: '90' })).toEqual(['price', 'details']);
});

test('the same change on both sides is no conflict', () => {
  const theirs = { ...base, price: '120' };
  expect(findConflictingFields(base, theirs, { ...base, price: '120' })).toEqual([]);
});

test('the same change is no conflict if the server has only removed spaces and zeros from it', () => {
  const theirs = { ...base, price: '99.5', details: 'Rings.' };
  const mine = { ...base, price: '99.50', details: 'Rings.\n' };
  expect(findConflictingFields(base, theirs, mine)).toEqual([]);
  expect(findConflictingFields(base, theirs, { ...mine, price: '99.51' })).toEqual(['price']);
});

test('what the user has sent earlier is no conflict, even if they have typed something else since', () => {
  const theirs = { ...base, price: '99.5' };
  const mine = { ...base, price: '80' };
  const sent = [theirs, { ...base, price: '90' }];
  expect(findConflictingFields(base, theirs, mine, sent)).toEqual([]);
  expect(findConflictingFields(base, { ...theirs, price: '120' }, mine, sent)).toEqual(['price']);
});

test('a resolved field conflicts again only after another change elsewhere', () => {
  const theirs = { ...base, price: '120', details: 'Rings.' };
  const mine = { ...base, price: '90' };
  const resolved = resolveConflicts(base, theirs, ['price']);
  expect(findConflictingFields(resolved, theirs, mine)).toEqual(['details']);
  expect(findConflictingFields(resolved, { ...theirs, price: '130' }, mine)).toEqual(['price', 'details']);
});
