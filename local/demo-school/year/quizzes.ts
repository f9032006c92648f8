import type { QuizKind } from '#contract/schemas/quizzes.ts';
import { quizIdOf } from '#platform/identity/record-ids.ts';
import type { ChoiceQuestion, WrittenQuestion } from '#quizzes/question.ts';
import { findQuestionBank } from '#quizzes/question-banks.ts';
import { personNamed } from '../people.ts';
import { type Act, keyOf } from './act.ts';
import { daysOfYear } from './days.ts';
import type { Lessons } from './notes.ts';

const second = 1 / 86_400;
/** Written quizzes submitted since then still await marks. */
const markedUntil = daysOfYear - 30;

/** A student's skill in a course, 0 to 4. */
const skillOf = ({ student, course }: Lessons): number =>
  student.uid === 'demo-student' ? 3 : (student.uid.length * 3 + course.slug.length) % 5;

const chosenBy = (skill: number, { id, answer }: ChoiceQuestion, index: number): [string, number] => [
  id,
  // One wrong answer per missing skill level, each in another question.
  index < skill + 1 ? answer : (answer + 1 + (index % 3)) % 4,
];

/** The more points of the model answer it contains, the more marks it gets. */
const writtenBy = (skill: number, { id, points }: WrittenQuestion, index: number) => {
  const said = Math.max(0, Math.min(points.length, skill - (index % 3) + 1));
  const text = points.slice(0, said).join(' ');
  return { id, text, mark: Math.round((said / points.length) * 18 + 1) / 2 };
};

const remarks = [
  'Read the chapter again, and answer in whole sentences.',
  'You have begun well. Say why, not only what.',
  'Right where you answered; take the questions that you left open first next time.',
  'Good work. An example in each answer would make it complete.',
  'Nothing to add. Well done.',
];

/** A student's quizzes in one course: some repeated, some written, some abandoned. */
export const quizActs = (lessons: Lessons): Act[] => {
  const { student, course, enrolmentId, startedOn, modules, pace } = lessons;
  const bank = findQuestionBank(course.code);
  if (!bank) return [];
  const skill = skillOf(lessons);
  const label = `${course.slug} ${student.uid}`;
  const start = (day: number, kind: QuizKind, number: number): Act => ({
    ...{ day, by: student, method: 'POST', path: '/quizzes', params: {} },
    body: { code: course.code, kind, enrolmentId },
    key: keyOf(`quiz ${kind} ${number} of ${label}`),
  });
  const submit = (day: number, kind: QuizKind, number: number, answers: object): Act => ({
    ...{ day, by: student, method: 'POST', path: '/quizzes/{id}/answers' },
    params: { id: quizIdOf(enrolmentId, kind, number) },
    body: { answers },
    key: keyOf(`answers to ${kind} ${number} of ${label}`),
  });
  const choose = (day: number, number: number, knowing: number): Act[] => {
    const answers = Object.fromEntries(bank.choice.map((one, index) => chosenBy(knowing, one, index)));
    return [start(day, 'mcq', number), submit(day + (34 + skill * 5) * second, 'mcq', number, answers)];
  };
  const write = (day: number): Act[] => {
    const written = bank.written.map((one, index) => writtenBy(skill, one, index));
    const answered = written.filter(({ text }) => text !== '');
    const acts = [
      start(day, 'written', 1),
      submit(day + 57 * second, 'written', 1, Object.fromEntries(written.map(({ id, text }) => [id, text]))),
    ];
    const markedOn = day + 1.2 + (skill % 3);
    if (markedOn > markedUntil || answered.length === 0) return acts;
    const mark: Act = {
      ...{ day: markedOn, method: 'PATCH', path: '/quizzes/{id}/marks' },
      by: course.teacherOn(markedOn) ?? personNamed('Ada Okafor'),
      params: { id: quizIdOf(enrolmentId, 'written', 1) },
      body: {
        marks: Object.fromEntries(answered.map(({ id, mark: given }) => [id, given])),
        remark: remarks[skill],
      },
      key: keyOf(`marks of ${label}`),
    };
    return [...acts, mark];
  };
  const after = (module: number) => startedOn + module * pace + 0.05;
  return [
    ...(modules >= 1 ? choose(after(1), 1, skill) : []),
    // Started and abandoned.
    ...(modules === 2 ? [start(after(2), 'mcq', 2)] : []),
    ...(modules >= 3 ? write(after(3)) : []),
    ...(modules >= 4 ? choose(after(4), 2, Math.min(4, skill + 1)) : []),
  ];
};
