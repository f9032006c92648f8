import { Dialog } from '@base-ui/react/dialog';
import { ChevronRight, MessageSquareText } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { maxRecipients, type NewStudentMessage } from '#contract/schemas/announcements.ts';
import type { Roster, RosterStudent } from '#contract/schemas/roster.ts';
import { ApiError } from '../../client/api/api-error.ts';
import { CommandError } from '../../client/api/form-error.tsx';
import { QueryError } from '../../client/api/query-view.tsx';
import { useIsAllowed } from '../../client/as-of.tsx';
import { messageStudents } from '../../domains/announcements/announcement-actions.ts';
import { createRetryableBody } from '../../domains/announcements/retryable-body.ts';
import { formatStudentCount } from '../../domains/courses/course-format.ts';
import { type RosterFilter, useStudentsOnce } from '../../domains/roster/roster-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Textarea } from '../../ui/field.tsx';
import { showMessage } from '../../ui/popup.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { useSingleMutation } from '../../ui/use-single-mutation.ts';
import { describeFilter } from './roster-format.ts';

const maxLength = 5_000;
const createRequest = createRetryableBody<Omit<NewStudentMessage, 'date'>>;

/** A text that was not sent stays when the form is closed, and so does the key of an attempt without an answer. */
type Draft = { text: string; setText: (text: string) => void; request: ReturnType<typeof createRequest> };

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
  draft,
  onReload,
  onDone,
}: {
  courseId: string;
  students: readonly RosterStudent[];
  draft: Draft;
  onReload: () => void;
  onDone: () => void;
}) => {
  const { text, setText, request } = draft;
  const [isTextMissing, setTextMissing] = useState(false);
  const count = formatStudentCount(students.length);
  const send = useSingleMutation({
    mutationFn: () => {
      const content = { text, studentIds: students.map(({ _id }) => _id) };
      const { body, key } = request.prepare(content);
      return messageStudents(courseId, body, key);
    },
    onSuccess: () => {
      request.reset();
      setText('');
      toast.success(`Message sent to ${count}.`);
      onDone();
    },
    onError: (error) => {
      // The server will never accept this body. The next attempt sends a new one.
      if (error instanceof ApiError && error.status < 500) request.reset();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return setTextMissing(true);
    send.mutate();
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
        maxLength={maxLength}
        value={text}
        error={isTextMissing ? 'Write your message.' : undefined}
        onChange={({ target }) => {
          setText(target.value);
          setTextMissing(false);
        }}
      />
      <CommandError text="The message was not sent." error={send.error} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Dialog.Close render={<Button variant="secondary">Cancel</Button>} />
        {isOutdated ? (
          <Button onClick={onReload}>Load the list again</Button>
        ) : (
          <Button type="submit" working={send.isPending}>
            Send to {count}
          </Button>
        )}
      </div>
    </form>
  );
};

const Content = ({
  roster: { course },
  filter,
  draft,
  onDone,
}: {
  roster: Roster;
  filter: RosterFilter;
  draft: Draft;
  onDone: () => void;
}) => {
  const query = useStudentsOnce(course._id, filter, maxRecipients);
  const { data: students, error, isFetching } = query;
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Dialog.Popup
      initialFocus={title}
      className="relative w-full max-w-xl rounded-card border border-hairline bg-surface p-6 shadow-card sm:p-8"
    >
      <Dialog.Title ref={title} tabIndex={-1} className="font-serif text-2xl font-semibold outline-none">
        {students && !isFetching
          ? `Message to ${formatStudentCount(students.length)}`
          : 'Message to students'}
      </Dialog.Title>
      <Dialog.Description render={<div />} className="mt-3 space-y-2">
        <p className="font-medium wrap-anywhere">
          {course.course_name}: {describeFilter(filter)}
        </p>
        <p className="text-muted">
          They see it at once in their notifications and announcements, with your name. They do not learn who
          else got it. Nobody else sees it, except Admins.
        </p>
      </Dialog.Description>
      {isFetching ? (
        <Loading label="Loading the students" className="mt-5 space-y-4">
          <Skeleton className="h-11" />
          <Skeleton className="h-32" />
        </Loading>
      ) : students && students.length > 0 ? (
        <MessageForm
          courseId={course._id}
          students={students}
          draft={draft}
          onReload={() => void query.refetch()}
          onDone={onDone}
        />
      ) : (
        <div className="mt-5 space-y-5">
          {error ? (
            <QueryError title="The students could not be loaded" query={query} />
          ) : (
            <p>No students match these filters any more.</p>
          )}
          <Dialog.Close render={<Button variant="secondary">Close</Button>} />
        </div>
      )}
    </Dialog.Popup>
  );
};

/** A button that opens a form for a message to all students who match the filter. */
export const MessageStudents = ({
  roster,
  filter,
  isLoading,
}: {
  roster: Roster;
  filter: RosterFilter;
  /** The students of another filter are still shown. */
  isLoading: boolean;
}) => {
  const canPost = useIsAllowed('announcement.post');
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [request] = useState(createRequest);
  const { total, course } = roster;
  if (!canPost || course.withdrawn || (total === 0 && !isOpen)) return null;
  const open = () => {
    if (total <= maxRecipients) return setOpen(true);
    void showMessage({
      tone: 'info',
      title: 'Too many students',
      text: `A message can go to at most ${maxRecipients} students. Narrow the filter, or post an announcement for the course.`,
    });
  };
  return (
    <div className="mt-6">
      <Button
        variant="secondary"
        size="small"
        aria-disabled={isLoading || undefined}
        onClick={() => !isLoading && open()}
      >
        <MessageSquareText className="size-4 shrink-0" />
        {total === 1 ? 'Message this student' : 'Message these students'} ({total.toLocaleString('en')})
      </Button>
      <Dialog.Root open={isOpen} onOpenChange={setOpen}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-50 bg-veil" />
          <Dialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
            <Content
              roster={roster}
              filter={filter}
              draft={{ text, setText, request }}
              onDone={() => setOpen(false)}
            />
          </Dialog.Viewport>
        </Dialog.Portal>
      </Dialog.Root>
    </div>
  );
};
