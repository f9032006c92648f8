import { z } from 'zod';
import { defineEvent, type EventOf } from '../define-event.ts';

/** Stream `bookmark-<id>`; the id is UUIDv5 of the person and the course, so there is one at most. */
export const bookmarkEvents = {
  CourseBookmarked: defineEvent({
    type: 'CourseBookmarked',
    summary: 'A student bookmarked a course.',
    schema: z.object({ userId: z.uuid(), courseId: z.uuid() }),
  }),
  BookmarkRemoved: defineEvent({
    type: 'BookmarkRemoved',
    summary: 'A student took a bookmark away.',
    schema: z.object({ userId: z.uuid(), courseId: z.uuid() }),
  }),
} as const;
export type BookmarkEvent = EventOf<(typeof bookmarkEvents)[keyof typeof bookmarkEvents]>;

export const bookmarkStream = (id: string) => `bookmark-${id}`;
