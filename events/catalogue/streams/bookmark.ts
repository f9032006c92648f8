import { z } from 'zod';
import { defineEvent, type EventOf } from '../define-event.ts';

/** Stream `bookmark-<id>`; the id is a UUIDv5 of user and course, so a user has at most one bookmark of a course. */
export const bookmarkEvents = {
  CourseBookmarked: defineEvent({
    type: 'CourseBookmarked',
    summary: 'A student bookmarked a course.',
    schema: z.object({ userId: z.uuid(), courseId: z.uuid() }),
  }),
  BookmarkRemoved: defineEvent({
    type: 'BookmarkRemoved',
    summary: 'A student removed a bookmark.',
    schema: z.object({ userId: z.uuid(), courseId: z.uuid() }),
  }),
};
export type BookmarkEvent = EventOf<(typeof bookmarkEvents)[keyof typeof bookmarkEvents]>;

export const bookmarkStream = (id: string) => `bookmark-${id}`;
