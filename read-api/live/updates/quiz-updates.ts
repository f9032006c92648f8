import { streamId } from '#events/catalogue/stream-id.ts';
import { isMarkable, presentQuiz, presentSubmitted, type QuizRow } from '../../resources/quizzes/present.ts';
import { instructorRoom, type Room, userRoom } from '../rooms.ts';
import { defineLiveUpdate, type RequiredRows } from './define-live-update.ts';
import type { Delivery, LiveUpdateContent } from './live-update.ts';
import type { LiveUpdateRows } from './live-update-rows.ts';

type QuizEvent = { stream: string; data: { userId: string } };

/** Returns the rooms of the users who see the attempt in GET /quizzes/marking. */
const roomsOfMarkers = (row: QuizRow): Room[] =>
  row.instructor_id === null ? ['role:Admin'] : ['role:Admin', instructorRoom(row.instructor_id)];

/**
 * Sends the attempt to its student, as GET /quizzes shows it. If it has answers to mark, also sends it to the users who
 * may mark it, as GET /quizzes/marking shows it.
 */
const showQuiz = (
  kindForStudent: 'quiz-finished' | 'quiz-marked',
  kindForMarkers: 'quiz-submitted' | 'quiz-marks-changed',
) => ({
  requiredRows: ({ stream }: QuizEvent): RequiredRows => ({ quizzes: [streamId(stream)] }),
  create: ({ stream, data }: QuizEvent, rows: LiveUpdateRows): LiveUpdateContent => {
    const row = rows.quizzes.get(streamId(stream));
    const deliveries: Delivery[] = [];
    if (row) {
      // A submitted attempt looks the same at any time, so the deadline serves as the time.
      const attempt = presentQuiz(row, row.deadline);
      deliveries.push({ to: [userRoom(data.userId)], message: { kind: kindForStudent, data: attempt } });
      if (isMarkable(row))
        deliveries.push({
          to: roomsOfMarkers(row),
          message: { kind: kindForMarkers, data: presentSubmitted(row) },
        });
    }
    // Only a quiz with answers to mark has a notification: for its markers until it is marked, then for its student.
    const notifiedRooms = row && isMarkable(row) ? [[userRoom(data.userId), ...roomsOfMarkers(row)]] : [];
    return { subject: stream, deliveries, notifiedRooms };
  },
});

export const quizUpdates = [
  defineLiveUpdate('QuizFinished', showQuiz('quiz-finished', 'quiz-submitted')),
  defineLiveUpdate('QuizMarked', showQuiz('quiz-marked', 'quiz-marks-changed')),
];
