import { CircleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { maxMarksPerQuestion, maxRemarkLength, type QuizAttempt } from '#contract/schemas/quizzes.ts';
import { CommandError } from '../../client/api/form-error.tsx';
import { type Marking, markQuiz } from '../../domains/quizzes/quiz-actions.ts';
import { refetchMarking } from '../../domains/quizzes/quiz-live.ts';
import { Button } from '../../ui/button.tsx';
import { Textarea } from '../../ui/field.tsx';
import { focusPageHeading } from '../../ui/page-heading-focus.ts';
import { useSingleMutation } from '../../ui/use-single-mutation.ts';
import { createInitialMarkTexts, isMarkedWith, parseMarks, sumMarks } from './marks.ts';
import { QuestionMarks } from './question-marks.tsx';

/** Warns that somebody else has saved marks for this quiz. The input stays until the user decides. */
const ConcurrentMarksBanner = ({
  isShown,
  onAcceptTheirs,
}: {
  isShown: boolean;
  onAcceptTheirs: () => void;
}) => (
  <div role="status">
    {isShown && (
      <p className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-hairline bg-warning-ground px-4 py-3 text-sm font-medium text-warning">
        <CircleAlert className="size-5 shrink-0" />
        Somebody else has saved marks for this quiz. Saving yours will replace them.
        <Button variant="secondary" size="small" className="sm:ml-auto" onClick={onAcceptTheirs}>
          Show theirs
        </Button>
      </p>
    )}
  </div>
);

/** Returns the saved marks and remark as one text. A different text means that another marking has been saved in the meantime. */
const serializeMarking = (quiz: QuizAttempt): string =>
  JSON.stringify([quiz.remark, createInitialMarkTexts(quiz)]);

/** The form for marks and remark. Its input is kept when saving fails or when somebody else saves marks. */
export const MarkForm = ({ quiz, onSaved }: { quiz: QuizAttempt; onSaved: () => void }) => {
  const [texts, setTexts] = useState(() => createInitialMarkTexts(quiz));
  const [remark, setRemark] = useState(quiz.remark ?? '');
  const [invalidIds, setInvalidIds] = useState<readonly string[]>([]);
  const [shownMarking, setShownMarking] = useState(() => serializeMarking(quiz));
  const form = useRef<HTMLFormElement>(null);
  const {
    mutate,
    isPending,
    isSuccess,
    error,
    variables: lastSent,
  } = useSingleMutation({
    // A retry runs the function of the latest render, so the function must not read the fields itself.
    mutationFn: (marking: Marking) => markQuiz(quiz._id, marking),
    onSuccess: () => {
      void refetchMarking();
      onSaved();
    },
  });
  const save = () => {
    const parsed = parseMarks(quiz, texts);
    setInvalidIds('invalidIds' in parsed ? parsed.invalidIds : []);
    if ('invalidIds' in parsed)
      form.current?.querySelector<HTMLElement>(`[data-question="${parsed.invalidIds[0]}"]`)?.focus();
    else mutate({ marks: parsed.marks, remark });
  };
  const acceptTheirs = () => {
    focusPageHeading();
    setTexts(createInitialMarkTexts(quiz));
    setRemark(quiz.remark ?? '');
    setInvalidIds([]);
    setShownMarking(serializeMarking(quiz));
  };
  // If the answer to the user's own request is lost, the saved marks arrive as a live update.
  const isOwnMarking = lastSent !== undefined && isMarkedWith(quiz, lastSent);
  const isMarkedByOthers = serializeMarking(quiz) !== shownMarking && !isOwnMarking;
  return (
    <form
      ref={form}
      noValidate
      data-error-lines
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) save();
      }}
    >
      <ConcurrentMarksBanner
        isShown={isMarkedByOthers && !isPending && !isSuccess}
        onAcceptTheirs={acceptTheirs}
      />
      <ol className="grid gap-5">
        {quiz.questions.map((question, index) => (
          <li key={question.id}>
            <QuestionMarks
              question={question}
              number={index + 1}
              text={texts[question.id] ?? ''}
              isInvalid={invalidIds.includes(question.id)}
              isReadOnly={isPending}
              onChange={(text) => {
                setTexts((now) => ({ ...now, [question.id]: text }));
                setInvalidIds((now) => now.filter((id) => id !== question.id));
              }}
            />
          </li>
        ))}
      </ol>
      <Textarea
        label="Feedback"
        hint="Optional. The student sees it above the marks."
        rows={3}
        maxLength={maxRemarkLength}
        value={remark}
        readOnly={isPending}
        onChange={({ target }) => setRemark(target.value)}
        fieldClassName="mt-6 max-w-3xl"
      />
      <div className="mt-6 grid justify-items-start gap-4">
        <p className="text-lg font-semibold tabular-nums" role="status">
          Total: {sumMarks(texts)} of {quiz.questions.length * maxMarksPerQuestion}
        </p>
        <CommandError text="The marks could not be saved." error={error} />
        <Button type="submit" isWorking={isPending}>
          Save marks
        </Button>
      </div>
    </form>
  );
};
