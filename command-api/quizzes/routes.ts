import { NIL } from 'uuid';
import { calls } from '#contract/calls.ts';
import { type CommandCall, type CommandInput, permittedCommand } from '../calls/command-call.ts';
import { courseOf } from '../courses/decide.ts';
import { userOf } from '../users/decide.ts';
import { markQuiz } from './mark.ts';
import { quizOf } from './quiz.ts';
import { findAttempt, showAttempt } from './show.ts';
import { admitStart, type StartServices, startNext } from './start-next.ts';
import { submitQuiz } from './submit.ts';

const start = (services: StartServices): CommandCall => ({
  call: calls.startQuiz,
  admit: admitStart,
  run: startNext(services),
  show: showAttempt('start', services.clock),
});

const submit = ({ clock }: StartServices): CommandCall => ({
  ...permittedCommand(
    calls.submitQuiz,
    ({ params }) => ({ quiz: quizOf(params.id) }),
    ({ actor, body: { answers } }, { quiz }) => {
      const { events, answer } = submitQuiz({ actor, answers, now: clock() }, quiz);
      return { events: { quiz: events }, answer };
    },
  ),
  show: showAttempt('submission', clock),
});

/** Whose attempt it is and in which course stays as it was started. */
type Whose = { userId: string; courseId: string };

const markOf = ({ userId, courseId }: Whose) =>
  permittedCommand(
    calls.markQuiz,
    ({ params }) => ({
      quiz: quizOf(params.id),
      course: { ...courseOf(courseId), readOnly: true },
      student: { ...userOf(userId), readOnly: true },
    }),
    ({ actor, body: { marks, remark } }, states) => {
      const { events, answer } = markQuiz({ actor, marks, remark }, states);
      return { events: { quiz: events }, answer };
    },
  );

const mark: CommandCall = {
  ...markOf({ userId: NIL, courseId: NIL }),
  run: async (executor, given, act) => {
    const { params } = given as CommandInput<typeof calls.markQuiz>;
    const quiz = await findAttempt(executor, params.id);
    return markOf(quiz?.attempt ?? { userId: NIL, courseId: NIL }).run(executor, given, act);
  },
};

/** @param services.clock what the deadlines are held by; tests turn it. */
export const quizCommands = (services: StartServices): readonly CommandCall[] => [
  start(services),
  submit(services),
  mark,
];
