import { History } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CourseFields } from '#contract/schemas/courses.ts';
import { ApiError } from '../../client/api/api-error.ts';
import { CommandError, FormError } from '../../client/api/form-error.tsx';
import { createIdempotencyKey } from '../../client/api/idempotency-keys.ts';
import { paths } from '../../client/paths.ts';
import { store } from '../../client/store.ts';
import { addCourse } from '../../domains/courses/course-actions.ts';
import {
  type CourseDraft,
  courseDraftAtom,
  discardCourseDraft,
  saveCourseDraft,
} from '../../domains/courses/course-draft.ts';
import { refetchCourseLists } from '../../domains/courses/course-live.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { showMessage } from '../../ui/popup.ts';
import { toast } from '../../ui/toast.ts';
import { useGoTo } from '../../ui/use-go-to.ts';
import { emptyCourseForm, toFormText } from './course-fields.ts';
import { CourseForm } from './course-form.tsx';
import { type CourseFormApi, toFormValues, useCourseForm } from './use-course-form.ts';
import { useSubmitCourse } from './use-submit-course.ts';

/** Shown if an earlier request, whose answer was lost, has added the course with different fields. */
const AlreadyAdded = ({ onAnother }: { onAnother: () => void }) => (
  <FormError text="This course was already added, with your earlier entries.">
    <p>Edit it under All Courses, or add your current entries as another course.</p>
    <p className="flex flex-wrap gap-3 pt-2">
      <ButtonLink to={paths.allCourses} variant="secondary" size="small">
        All Courses
      </ButtonLink>
      <Button variant="secondary" size="small" onClick={onAnother}>
        Add as another course
      </Button>
    </p>
  </FormError>
);

/** Says that the form contains what the Admin had typed earlier. */
const DraftRestored = ({ onDiscard }: { onDiscard: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-hairline bg-info-ground px-4 py-3 text-info">
    <p role="status" className="flex items-center gap-3 font-medium">
      <History className="size-5 shrink-0" />
      Draft restored
    </p>
    <Button variant="secondary" size="small" onClick={onDiscard}>
      Discard draft
    </Button>
  </div>
);

/** Saves the input as a draft. Returns whether the form contains a restored draft, and a function that discards the draft. */
const useDraft = (form: CourseFormApi, draft: CourseDraft | null, key: string) => {
  const [isRestored, setRestored] = useState(draft !== null);
  useEffect(() => {
    const { unsubscribe } = form.watch((values) => saveCourseDraft({ texts: toFormText(values), key }));
    return unsubscribe;
  }, [form, key]);
  const discard = () => {
    form.reset(toFormValues(emptyCourseForm));
    discardCourseDraft();
    setRestored(false);
    form.setFocus('course_name');
  };
  return { isRestored, discard };
};

export default function AddCoursePage() {
  const goTo = useGoTo();
  const [draft] = useState(() => store.get(courseDraftAtom));
  const form = useCourseForm(toFormText(draft?.texts ?? {}));
  /** The idempotency key of all requests for one course, so that a double click or a retry adds only one. */
  const [key, setKey] = useState(() => draft?.key ?? createIdempotencyKey());
  const { isRestored, discard } = useDraft(form, draft, key);
  const { submit, failure, clear } = useSubmitCourse({
    form,
    send: (fields: CourseFields) => addCourse(fields, key),
    onDone: async () => {
      discardCourseDraft();
      void refetchCourseLists();
      const text = 'Course added successfully';
      if (await goTo(paths.allCourses))
        void showMessage({ tone: 'good', title: 'Success!!!', text, button: 'Cool' });
      else toast.success(text);
    },
  });
  const isAlreadyAdded = failure instanceof ApiError && failure.code === 'key-reused';
  return (
    <Page>
      <PageHeading title="Add New Course" subtitle="New courses are published immediately." />
      <CourseForm
        form={form}
        onSubmit={submit}
        submitLabel="Add Course"
        notice={
          isRestored && (
            <DraftRestored
              onDiscard={() => {
                discard();
                setKey(createIdempotencyKey());
                clear();
              }}
            />
          )
        }
        failure={
          isAlreadyAdded ? (
            <AlreadyAdded
              onAnother={() => {
                const newKey = createIdempotencyKey();
                setKey(newKey);
                saveCourseDraft({ texts: toFormText(form.getValues()), key: newKey });
                clear();
              }}
            />
          ) : (
            <CommandError text="The course could not be added." error={failure} />
          )
        }
      />
    </Page>
  );
}
