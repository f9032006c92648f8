import type { QuizKind } from '#contract/schemas/quizzes.ts';
import { quizIdOf } from '#platform/identity/record-ids.ts';
import type { ChoiceQuestion, WrittenQuestion } from '#quizzes/question.ts';
import { findQuestionBank } from '#quizzes/question-banks.ts';
import { personNamed } from '../people.ts';
import { type DemoCommand, daysOfYear, keyOf } from './demo-command.ts';
import type { StartedCourse } from './notes.ts';

/** A second, as a fraction of a day. */
const second = 1 / 86_400;
/** The last day on which written quizzes are marked. Later quizzes await their marks. */
const lastMarkingDay = daysOfYear - 30;

/** Returns a student's skill in a course, 0 to 4. */
const skillOf = ({ student, course }: StartedCourse): number =>
  student.uid === 'demo-student' ? 3 : (student.uid.length * 3 + course.slug.length) % 5;

const chooseOption = (skill: number, { id, answer }: ChoiceQuestion, index: number): [string, number] => [
  id,
  // Each level of skill below 4 causes one more wrong answer.
  index < skill + 1 ? answer : (answer + 1 + (index % 3)) % 4,
];

/** Returns an answer and its mark. The more points of the model answer it contains, the higher the mark. */
const writeAnswer = (skill: number, { id, points }: WrittenQuestion, index: number) => {
  const pointCount = Math.max(0, Math.min(points.length, skill - (index % 3) + 1));
  const text = points.slice(0, pointCount).join(' ');
  // From 0.5 to 9.5, in halves.
  return { id, text, mark: Math.round((pointCount / points.length) * 18 + 1) / 2 };
};

const remarks = [
  'Please read the chapter again and answer in full sentences.',
  'A good start. Explain why, not only what.',
  'What you answered is right. Next time, start with the questions you find hardest.',
  'Good work. Add an example to each answer to make it complete.',
  'Nothing to add. Well done.',
];

/** Returns the commands of a student's quizzes in one course: some quizzes are taken twice, some are written quizzes, and some are abandoned. */
export const quizCommands = (startedCourse: StartedCourse): DemoCommand[] => {
  const { student, course, enrolmentId, startedOn, modules, daysPerModule } = startedCourse;
  const bank = findQuestionBank(course.code);
  if (!bank) return [];
  const skill = skillOf(startedCourse);
  const label = `${course.slug} ${student.uid}`;
  const start = (day: number, kind: QuizKind, number: number): DemoCommand => ({
    ...{ day, by: student, method: 'POST', path: '/quizzes', params: {} },
    body: { code: course.code, kind, enrolmentId },
    key: keyOf(`quiz ${kind} ${number} of ${label}`),
  });
  const submit = (day: number, kind: QuizKind, number: number, answers: object): DemoCommand => ({
    ...{ day, by: student, method: 'POST', path: '/quizzes/{id}/answers' },
    params: { id: quizIdOf(enrolmentId, kind, number) },
    body: { answers },
    key: keyOf(`answers to ${kind} ${number} of ${label}`),
  });
  const takeChoiceQuiz = (day: number, number: number, skillInAttempt: number): DemoCommand[] => {
    const answers = Object.fromEntries(
      bank.choice.map((question, index) => chooseOption(skillInAttempt, question, index)),
    );
    return [start(day, 'mcq', number), submit(day + (34 + skill * 5) * second, 'mcq', number, answers)];
  };
  const takeWrittenQuiz = (day: number): DemoCommand[] => {
    const written = bank.written.map((question, index) => writeAnswer(skill, question, index));
    const answered = written.filter(({ text }) => text !== '');
    const commands = [
      start(day, 'written', 1),
      submit(day + 57 * second, 'written', 1, Object.fromEntries(written.map(({ id, text }) => [id, text]))),
    ];
    const markedOn = day + 1.2 + (skill % 3);
    if (markedOn > lastMarkingDay || answered.length === 0) return commands;
    const mark: DemoCommand = {
      ...{ day: markedOn, method: 'PATCH', path: '/quizzes/{id}/marks' },
      by: course.teacherOn(markedOn) ?? personNamed('Ada Okafor'),
      params: { id: quizIdOf(enrolmentId, 'written', 1) },
      body: {
        marks: Object.fromEntries(answered.map(({ id, mark: points }) => [id, points])),
        remark: remarks[skill],
      },
      key: keyOf(`marks of ${label}`),
    };
    return [...commands, mark];
  };
  const dayAfter = (module: number) => startedOn + module * daysPerModule + 0.05;
  return [
    ...(modules >= 1 ? takeChoiceQuiz(dayAfter(1), 1, skill) : []),
    // Started and abandoned.
    ...(modules === 2 ? [start(dayAfter(2), 'mcq', 2)] : []),
    ...(modules >= 3 ? takeWrittenQuiz(dayAfter(3)) : []),
    ...(modules >= 4 ? takeChoiceQuiz(dayAfter(4), 2, Math.min(4, skill + 1)) : []),
  ];
};
