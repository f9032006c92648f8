import { expect, test } from 'vitest';
import { ApiError } from '../../client/api/api-error.ts';
import {
  acceptSent,
  type Edit,
  findConflictingFields,
  resolveConflicts,
  trackSent,
} from './edit-conflicts.ts';

const base = { price: '100', details: 'Groups.', videos: ['/1.webm', '/2.webm'] };
type Fields = typeof base;
const start: Edit<Fields> = { base, sent: [] };

/** Sends these values with this result. Returns the edit while the request runs, and afterwards. */
const sendFrom = async (edit: Edit<Fields>, values: Fields, failure?: ApiError) => {
  let current = edit;
  let during = edit;
  const result = trackSent<Fields>(
    (update) => {
      current = update(current);
    },
    values,
    async () => {
      during = current;
      if (failure) throw failure;
    },
  );
  await (failure ? expect(result).rejects.toBe(failure) : result);
  return { during, after: current };
};
const lost = new ApiError({ code: 'offline', detail: 'Lost.' });
const unreadable = new ApiError({ code: 'unreadable', detail: 'Unreadable.' });
const failed = new ApiError({ code: 'internal', detail: 'Failed.', status: 500 });
const refused = new ApiError({ code: 'conflict', detail: 'Refused.', status: 409 });

test('there is no conflict if only the user has changed a field', () => {
  expect(findConflictingFields(start, base, [{ ...base, price: '90' }])).toEqual([]);
});

test('a field that was changed elsewhere conflicts, whether or not the user has edited it', () => {
  const theirs = { ...base, price: '120', videos: ['/1.webm', '/3.webm'] };
  expect(findConflictingFields(start, theirs, [base])).toEqual(['price', 'videos']);
  expect(findConflictingFields(start, theirs, [{ ...base, price: '90' }])).toEqual(['price', 'videos']);
});

test('the same change on both sides is not a conflict, even if the server would change what the form contains', () => {
  const theirs = { ...base, price: '99.5', videos: ['/3.webm', '/4.webm'] };
  const mine = { ...theirs, price: '99.50', videos: [' /3.webm', '/4.webm'] };
  expect(findConflictingFields(start, theirs, [mine])).toEqual(['price', 'videos']);
  expect(findConflictingFields(start, theirs, [mine, theirs])).toEqual([]);
});

test.for([lost, unreadable, failed])(
  'a sent value that may have been saved ($code) is not a conflict, even if the user has since typed a different one',
  async (failure) => {
    const sent = { ...base, price: '99', videos: ['/3.webm', '/4.webm'] };
    const mine = [{ ...base, price: '80', videos: ['/5.webm', '/6.webm'] }];
    const { during, after } = await sendFrom(start, sent, failure);
    for (const edit of [during, after]) {
      expect(findConflictingFields(edit, sent, mine)).toEqual([]);
      expect(findConflictingFields(edit, { ...sent, price: '120' }, mine)).toEqual(['price']);
    }
  },
);

test('a value that the server has definitely refused conflicts if somebody else saves it', async () => {
  const sent = { ...base, price: '99' };
  const { after } = await sendFrom(start, sent, refused);
  expect(findConflictingFields(after, sent, [{ ...base, price: '80' }])).toEqual(['price']);
  const lostBefore = await sendFrom(start, sent, lost);
  const refusedAgain = await sendFrom(lostBefore.after, sent, refused);
  expect(refusedAgain.after).toEqual(start);
});

test('a value that was sent before its conflict was resolved conflicts again if somebody else saves it afterwards', async () => {
  const { after } = await sendFrom(start, { ...base, price: '99', details: 'Rings.' }, lost);
  const resolved = resolveConflicts(after, { ...base, price: '150' }, ['price']);
  const theirs = { ...base, price: '99', details: 'Rings.' };
  expect(findConflictingFields(resolved, theirs, [{ ...base, price: '150' }])).toEqual(['price']);
});

test('an edit that was saved without an answer becomes the base, so that its reversal by somebody else conflicts', async () => {
  const first = await sendFrom(start, { ...base, details: 'Rings.' }, lost);
  const second = await sendFrom(first.after, { ...base, price: '99' }, lost);
  const accepted = acceptSent(second.after, { ...base, price: '99' });
  expect(accepted.base).toEqual({ ...base, price: '99' });
  expect(acceptSent(accepted, { ...base, price: '99' })).toBe(accepted);
  expect(findConflictingFields(accepted, base, [{ ...base, price: '80' }])).toEqual(['price']);
});

test('a later edit without an answer is still not a conflict when an earlier one arrives', async () => {
  const first = await sendFrom(start, { ...base, price: '99' }, lost);
  const second = await sendFrom(first.after, { ...base, price: '98' }, lost);
  const accepted = acceptSent(second.after, { ...base, price: '99' });
  expect(findConflictingFields(accepted, { ...base, price: '98' }, [{ ...base, price: '80' }])).toEqual([]);
});

test('a saved edit becomes the base', async () => {
  const saved = { ...base, price: '99' };
  const { after } = await sendFrom((await sendFrom(start, base, lost)).after, saved);
  expect(after).toEqual({ base: saved, sent: [] });
  expect(findConflictingFields(after, base, [saved])).toEqual(['price']);
});

test('a resolved field conflicts again only after another change elsewhere', () => {
  const theirs = { ...base, price: '120', details: 'Rings.' };
  const mine = [{ ...base, price: '90' }];
  const resolved = resolveConflicts(start, theirs, ['price']);
  expect(findConflictingFields(resolved, theirs, mine)).toEqual(['details']);
  expect(findConflictingFields(resolved, { ...theirs, price: '130' }, mine)).toEqual(['price', 'details']);
});
