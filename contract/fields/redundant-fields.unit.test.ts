import { describe, expect, test } from 'vitest';
import { newBookmark } from '../schemas/bookmarks.ts';
import { newEnrolment, newProgress } from '../schemas/enrolments.ts';
import { newNote } from '../schemas/notes.ts';
import { newReview } from '../schemas/reviews.ts';

const courseId = '5562b1b5-8f79-58f1-9f77-c33377d3b2bd';
const bodies = {
  bookmark: { schema: newBookmark, body: { courseId }, email: 'bookmarkedEmail', copied: 'courseName' },
  'progress record': { schema: newProgress, body: { courseId }, email: 'userEmail', copied: 'courseName' },
  note: { schema: newNote, body: { courseId, notes: 'n' }, email: 'userEmail', copied: 'courseImageUrl' },
  review: { schema: newReview, body: { courseId, rating: '8' }, email: 'userEmail', copied: 'courseCode' },
};

describe.each(Object.entries(bodies))(
  'the redundant fields of a new %s',
  (_, { schema, body, email, copied }) => {
    test('may be present, missing or null', () => {
      for (const value of ['a', '', null, undefined])
        expect(schema.safeParse({ ...body, [copied]: value, [email]: value }).success).toBe(true);
    });

    test('are refused with a sentence if their type or length is wrong', () => {
      const sentences = [{ [copied]: ['x'] }, { [copied]: 'x'.repeat(20_001) }, { [email]: 7 }].map(
        (wrong) => schema.safeParse({ ...body, ...wrong }).error?.issues[0]?.message,
      );
      for (const sentence of sentences)
        expect(sentence).toMatch(/^(Course|The e-mail)[\w\s-]* (must be|may have) .+\.$/);
    });
  },
);

test('accepts a number as the difficulty of a bookmarked course', () => {
  expect(newBookmark.safeParse({ courseId, difficulty: 7 }).success).toBe(true);
  expect(newBookmark.safeParse({ courseId, difficulty: {} }).error?.issues[0]?.message).toBe(
    'Difficulty must be text or a number.',
  );
});

test('accepts an enrolment without an e-mail', () => {
  expect(newEnrolment.safeParse({ courseId, userEmail: null }).success).toBe(true);
});
