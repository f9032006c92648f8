import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, MessageSquareText } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import {
  maxAnnouncementCharacters,
  maxRecipients,
  type NewStudentMessage,
} from '#contract/schemas/announcements.ts';
import type { Roster, RosterCourse, RosterStudent } from '#contract/schemas/roster.ts';
import { ApiError } from '../../client/api/api-error.ts';
import { CommandError } from '../../client/api/form-error.tsx';
import { QueryError } from '../../client/api/query-view.tsx';
import { useIsAllowed } from '../../client/as-of.tsx';
import { messageStudents } from '../../domains/announcements/announcement-actions.ts';
import { createRetryableBody } from '../../domains/announcements/retryable-body.ts';
import { formatStudentCount } from '../../domains/courses/course-format.ts';
import { createFixedStudentsQuery, type RosterFilter } from '../../domains/roster/roster-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Textarea } from '../../ui/field.tsx';
import { showMessage } from '../../ui/popup.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { useSingleMutation } from '../../ui/use-single-mutation.ts';
import { describeFilter } from './roster-format.ts';

type Message = { courseId: string; text: string; studentIds: readonly string[] };

/** Returns the mutation that sends a message. A retry of the same message usually has the same idempotency key, see {@link createRetryableBody}. */
const useSendMessage = (onSent: () => void) => {
  const [request] = useState(createRetryableBody<Omit<NewStudentMessage, 'date'>>);
  return useSingleMutation({
    mutationFn: ({ courseId, text, studentIds }: Message) => {
      const { body, key } = request.prepare({ text, studentIds: [...studentIds] });
      return messageStudents(courseId, body, key);
    },
    onSuccess: (_, { studentIds }) => {
      request.reset();
      toast.success(`Message sent to ${formatStudentCount(studentIds.length)}.`);
      onSent();
    },
    onError: (error) => request.resetIfUnusable(error),
  });
};

/** The text of the form, and the mutation that sends it. Both are kept while the form is closed. */
type Draft = { text: string; setText: (text: string) => void; send: ReturnType<typeof useSendMessage> };

const Recipients = ({ students }: { students: readonly RosterStudent[] }) => (
  <details className="group rounded-control border border-hairline">
    <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-3 font-medium text-brand">
      <ChevronRight className="size-4 shrink-0 transition-transform group-open:rotate-90" />
      Show who gets it
    </summary>
    <ul
      aria-label="Recipients"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable with the keyboard
      tabIndex={0}
      className="max-h-40 overflow-y-auto border-t border-hairline px-3 py-2"
    >
      {students.map(({ _id, name }) => (
        <li key={_id} className="wrap-anywhere">
          {name}
        </li>
      ))}
    </ul>
  </details>
);

const MessageForm = ({
  courseId,
  students,
  draft: { text, setText, send },
  onReload,
}: {
  courseId: string;
  students: readonly RosterStudent[];
  draft: Draft;
  onReload: () => void;
}) => {
  const [isTextMissing, setTextMissing] = useState(false);
  const count = formatStudentCount(students.length);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return setTextMissing(true);
    send.mutate({ courseId, text, studentIds: students.map(({ _id }) => _id) });
  };
  const isOutdated = send.error instanceof ApiError && send.error.code === 'not-enrolled';
  return (
    <form noValidate data-error-lines onSubmit={submit} className="mt-5 flex flex-col gap-5">
      <Recipients students={students} />
      <Textarea
        label="Message"
        hint={students.length > 1 && 'All of them get the same text.'}
        rows={5}
        required
        maxLength={maxAnnouncementCharacters}
        value={text}
        readOnly={send.isPending}
        error={isTextMissing ? 'Write your message.' : undefined}
        onChange={({ target }) => {
          setText(target.value);
          setTextMissing(false);
        }}
      />
      <CommandError text="The message was not sent." error={send.error} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Dialog.Close
          render={
            <Button variant="secondary" aria-disabled={send.isPending}>
              Cancel
            </Button>
          }
        />
        {isOutdated ? (
          <Button onClick={onReload}>Load the list again</Button>
        ) : (
          <Button type="submit" isWorking={send.isPending}>
            Send to {count}
          </Button>
        )}
      </div>
    </form>
  );
};

const tooManyText = `A message can go to at most ${maxRecipients} students. Narrow the filter, or post an announcement for the course.`;

/** The course and the filter when the form opened. The page behind the form may show a different filter by now. */
type Selection = { course: RosterCourse; filter: RosterFilter };

const Content = ({ selection: { course, filter }, draft }: { selection: Selection; draft: Draft }) => {
  const query = useQuery(createFixedStudentsQuery(course._id, filter, maxRecipients));
  const { error, isFetching } = query;
  const answer = isFetching || error ? null : (query.data ?? null);
  const title = useRef<HTMLHeadingElement>(null);
  const reload = () => {
    // The button that has the focus disappears.
    title.current?.focus();
    draft.send.reset();
    void query.refetch();
  };
  const renderForm = () => {
    if (isFetching)
      return (
        <Loading label="Loading the students" className="mt-5 space-y-4">
          <Skeleton className="h-11" />
          <Skeleton className="h-32" />
        </Loading>
      );
    if (answer && answer.total > 0 && answer.total <= maxRecipients)
      return <MessageForm courseId={course._id} students={answer.students} draft={draft} onReload={reload} />;
    return (
      <div className="mt-5 space-y-5">
        {answer === null ? (
          <QueryError title="The students could not be loaded" query={query} />
        ) : (
          <p>{answer.total === 0 ? 'No students match these filters any more.' : tooManyText}</p>
        )}
        <Dialog.Close render={<Button variant="secondary">Close</Button>} />
      </div>
    );
  };
  return (
    <Dialog.Popup
      initialFocus={title}
      className="relative w-full max-w-xl rounded-card border border-hairline bg-surface p-6 shadow-card sm:p-8"
    >
      <Dialog.Title ref={title} tabIndex={-1} className="font-serif text-2xl font-semibold outline-none">
        {answer ? `Message to ${formatStudentCount(answer.total)}` : 'Message to students'}
      </Dialog.Title>
      <div role="status" className="sr-only">
        {answer && `${formatStudentCount(answer.total)} found`}
      </div>
      <Dialog.Description render={<div />} className="mt-3 space-y-2">
        <p className="font-medium wrap-anywhere">
          {course.course_name}: {describeFilter(filter)}
        </p>
        <p className="text-muted">
          They see it at once in their notifications and announcements, with your name. They do not learn who
          else got it. Nobody else sees it, except Admins.
        </p>
      </Dialog.Description>
      {renderForm()}
    </Dialog.Popup>
  );
};

/**
 * A button that opens a form for a message to all students who match the filter. The form stays open until the server has answered,
 * so that the user sees whether the message was sent.
 */
export const MessageStudents = ({
  roster: { total, course },
  filter,
  isLoading,
}: {
  roster: Roster;
  filter: RosterFilter;
  /** Whether the page still shows the students of the previous filter. */
  isLoading: boolean;
}) => {
  const canPost = useIsAllowed('announcement.post');
  const [isOpen, setOpen] = useState(false);
  // Stays set after the form has closed: without its content, the dialog would never finish closing.
  const [selection, setSelection] = useState<Selection | null>(null);
  const [text, setText] = useState('');
  const send = useSendMessage(() => {
    setText('');
    setOpen(false);
  });
  if (!canPost || course.withdrawn || (total === 0 && !isOpen)) return null;
  const open = () => {
    if (total > maxRecipients)
      return void showMessage({ tone: 'info', title: 'Too many students', text: tooManyText });
    send.reset();
    setSelection({ course, filter });
    setOpen(true);
  };
  return (
    <div className="mt-6">
      <Button variant="secondary" size="small" aria-disabled={isLoading} onClick={open}>
        <MessageSquareText className="size-4 shrink-0" />
        {total === 1 ? 'Message this student' : 'Message these students'} ({total.toLocaleString('en')})
      </Button>
      <Dialog.Root
        open={isOpen}
        onOpenChange={(shouldBeOpen) => {
          if (!shouldBeOpen && !send.isPending) setOpen(false);
        }}
      >
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-50 bg-veil" />
          <Dialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
            {selection && <Content selection={selection} draft={{ text, setText, send }} />}
          </Dialog.Viewport>
        </Dialog.Portal>
      </Dialog.Root>
    </div>
  );
};
