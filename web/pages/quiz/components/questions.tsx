import { maxAnswerLength } from '#contract/schemas/quizzes.ts';
import { controlClasses } from '../../../ui/field.tsx';
import type { Running, TimeUp } from '../run/create-quiz-runner.ts';
import { quizRunner } from '../run/quiz-runner.ts';
import { ChoiceQuestion } from './choice-question.tsx';

/** All five questions; disabled when they are submitted or the time is up. */
export const Questions = ({ run }: { run: Running | TimeUp }) => (
  <ol className="grid gap-8">
    {run.attempt.questions.map((question, index) => {
      const answer = run.answers[question.id];
      const name = `question-${question.id}`;
      return (
        <li key={question.id}>
          <fieldset disabled={run.status === 'time-up' || run.isSubmitting} className="min-w-0">
            <legend id={name} className="max-w-prose text-lg leading-snug font-semibold wrap-anywhere">
              <span className="text-muted tabular-nums">{index + 1}. </span>
              {question.question}
            </legend>
            {run.attempt.kind === 'mcq' ? (
              <ChoiceQuestion
                question={question}
                answer={answer}
                onAnswer={(chosen) => quizRunner.setAnswer(question.id, chosen)}
              />
            ) : (
              <textarea
                aria-labelledby={name}
                rows={3}
                maxLength={maxAnswerLength}
                value={answer ?? ''}
                onChange={({ target }) => quizRunner.setAnswer(question.id, target.value)}
                className={controlClasses('mt-3 scroll-mt-44 py-2.5')}
              />
            )}
          </fieldset>
        </li>
      );
    })}
  </ol>
);
