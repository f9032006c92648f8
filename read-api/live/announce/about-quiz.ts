import { streamId } from '#events/catalogue/stream-id.ts';
import { isMarkable, presentQuiz, presentSubmitted, type QuizRow } from '../../resources/quizzes/present.ts';
import type { Announcement, Delivery } from '../announcement.ts';
import { type Room, teacherRoom, userRoom } from '../rooms.ts';
import type { Needs } from './announces.ts';
import type { Rows } from './rows.ts';

/** An attempt is told about with its row. */
export const needsQuiz = (event: { stream: string }): Needs => ({ quizzes: [streamId(event.stream)] });

/** Who finds it in GET /quizzes/marking. */
const markers = (row: QuizRow): Room[] =>
  row.instructor_id === null ? ['role:Admin'] : ['role:Admin', teacherRoom(row.instructor_id)];

/**
 * The attempt to its student, as GET /quizzes shows it, and what a person marks in it to those who may, as
 * GET /quizzes/marking shows it.
 */
export const tellQuiz =
  (toStudent: 'quiz-finished' | 'quiz-marked', toMarkers: 'quiz-submitted' | 'quiz-marks-changed') =>
  (event: { stream: string; data: { userId: string } }, rows: Rows): Omit<Announcement, 'position'> => {
    const row = rows.quizzes.get(streamId(event.stream));
    const deliveries: Delivery[] = [];
    if (row) {
      // It was submitted: the time says nothing about it any more.
      const data = presentQuiz(row, row.deadline);
      deliveries.push({ to: [userRoom(event.data.userId)], message: { kind: toStudent, data } });
      if (isMarkable(row))
        deliveries.push({ to: markers(row), message: { kind: toMarkers, data: presentSubmitted(row) } });
    }
    return { subject: event.stream, withdraws: false, membership: null, deliveries };
  };
