import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { marksOfAQuestion, type QuizAttempt, remarkLength } from '#contract/quizzes.ts';
import { markQuiz } from '../../domains/quizzes/acts.ts';
import { fetchMarkingAgain } from '../../domains/quizzes/marking.ts';
import { Button } from '../../ui/button.tsx';
import { Textarea } from '../../ui/field.tsx';
import { FormFailure, RequestId } from '../../client/api/form-failure.tsx';
import { useOnce } from '../../ui/use-once.ts';
import { MarkedMeanwhile } from './marked-meanwhile.tsx';
import { readMarks, sumOf, textsOf } from './marks.ts';
import { QuestionMarks } from './question-marks.tsx';

/** The marks and the remark that the server knows, to tell whether they are others now. */
const markingOf = (quiz: QuizAttempt): string => JSON.stringify([quiz.remark, textsOf(quiz)]);

/** The marks and the remark of one quiz; what was typed stays when saving fails, or when somebody else saves theirs. */
export const MarkForm = ({ quiz, onSaved }: { quiz: QuizAttempt; onSaved: () => void }) => {
  const [texts, setTexts] = useState(() => textsOf(quiz));
  const [remark, setRemark] = useState(quiz.remark ?? '');
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [basedOn, setBasedOn] = useState(() => markingOf(quiz));
  const form = useRef<HTMLFormElement>(null);
  const { begin, end } = useOnce();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (marks: Record<string, number>) => markQuiz(quiz._id, marks, remark),
    onSuccess: () => {
      void fetchMarkingAgain();
      onSaved();
    },
    onSettled: end,
  });
  const save = () => {
    const read = readMarks(quiz, texts);
    setWrong('wrong' in read ? read.wrong : []);
    if ('wrong' in read)
      form.current?.querySelector<HTMLElement>(`[data-question="${read.wrong[0]}"]`)?.focus();
    else if (begin()) mutate(read.marks);
  };
  const takeTheirs = () => {
    setTexts(textsOf(quiz));
    setRemark(quiz.remark ?? '');
    setBasedOn(markingOf(quiz));
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) save();
      }}
    >
      <MarkedMeanwhile shown={markingOf(quiz) !== basedOn && !isPending && !isSuccess} onTake={takeTheirs} />
      <ol className="grid gap-5">
        {quiz.questions.map((question, index) => (
          <li key={question.id}>
            <QuestionMarks
              question={question}
              number={index + 1}
              text={texts[question.id] ?? ''}
              wrong={wrong.includes(question.id)}
              onChange={(text) => {
                setTexts((now) => ({ ...now, [question.id]: text }));
                setWrong((now) => now.filter((id) => id !== question.id));
              }}
            />
          </li>
        ))}
      </ol>
      <Textarea
        label="Remark"
        hint="Optional. The student reads it above the marks."
        rows={3}
        maxLength={remarkLength}
        value={remark}
        onChange={({ target }) => setRemark(target.value)}
        fieldClassName="mt-6 max-w-3xl"
      />
      <div className="mt-6 grid justify-items-start gap-4">
        <p className="text-lg font-semibold tabular-nums" role="status">
          Total: {sumOf(texts)} of {quiz.questions.length * marksOfAQuestion}
        </p>
        <FormFailure text={error === null ? null : 'The marks could not be saved.'}>
          <p>{error?.message}</p>
          <RequestId error={error} />
        </FormFailure>
        <Button type="submit" working={isPending}>
          Save marks
        </Button>
      </div>
    </form>
  );
};
