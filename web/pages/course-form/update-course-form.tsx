import { TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { updateAnswer } from '#contract/answers.ts';
import type { Course, CourseFields } from '#contract/courses.ts';
import { act } from '../../client/api/act.ts';
import { coursesKeys } from '../../domains/courses/keys.ts';
import { paths } from '../../client/paths.ts';
import { queryClient } from '../../client/query-client.ts';
import { tell } from '../../ui/popup.ts';
import { type FieldName, fieldNames, type Typed, typedOf } from './course-fields.ts';
import { CourseForm, personIn, useCourseForm } from './course-form.tsx';
import { CourseVideos } from './course-videos.tsx';
import { SubmitFailure } from './submit-failure.tsx';
import { decided, disputedFields } from './their-version.ts';
import { TheirsBanner } from './theirs-banner.tsx';
import { useSubmit } from './use-submit.ts';

const Withdrawn = () => (
  <p
    role="status"
    className="flex gap-3 rounded-card border border-bad bg-bad-ground p-4 font-medium text-bad"
  >
    <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
    This course was removed while you were editing it. What you typed is still here, but it can't be saved.
  </p>
);

/** What the controls hold now, as text. */
const typedNow = (values: Partial<Record<FieldName, unknown>>): Typed => {
  const texts = fieldNames.map((name) => [name, String(values[name] ?? '')]);
  return Object.fromEntries(texts) as Typed;
};

/** `course` follows the log while the form is open; the form keeps what was typed and says where the two differ. */
export const UpdateCourseForm = ({ course, withdrawn }: { course: Course; withdrawn: boolean }) => {
  const navigate = useNavigate();
  const theirs = typedOf(course);
  const [base, setBase] = useState(theirs);
  const [undecided, setUndecided] = useState(false);
  const saved = useRef(false);
  const banner = useRef<HTMLElement>(null);
  const form = useCourseForm(base);
  const mine = typedNow(form.watch());
  const disputed = saved.current ? [] : disputedFields(base, theirs, mine);

  const { submit, failure } = useSubmit({
    form,
    send: (fields: CourseFields) =>
      act('PUT', `/courses/${encodeURIComponent(course._id)}`, updateAnswer, { body: fields }),
    done: async () => {
      saved.current = true;
      void queryClient.invalidateQueries({ queryKey: coursesKeys.all });
      await navigate(paths.home);
      void tell({ tone: 'success', title: 'Success!', text: 'Course updated successfully', button: 'Cool' });
    },
  });

  const settle = (names: readonly FieldName[]) => {
    setBase(decided(base, theirs, names));
    setUndecided(false);
  };
  const take = (names: readonly FieldName[]) => {
    for (const name of names) {
      const value = name === 'instructorId' ? personIn(theirs[name]) : theirs[name];
      form.setValue(name, value as never, { shouldDirty: true });
    }
    settle(names);
  };

  return (
    <CourseForm
      form={form}
      submitLabel="Update Course"
      onSubmit={() => {
        setUndecided(disputed.length > 0);
        if (disputed.length > 0) banner.current?.focus();
        else if (!withdrawn) submit();
      }}
      notice={
        <>
          {withdrawn && <Withdrawn />}
          {disputed.length > 0 && !withdrawn && (
            <TheirsBanner
              ref={banner}
              disputed={disputed}
              mine={mine}
              theirs={theirs}
              onTake={take}
              onKeep={settle}
            />
          )}
        </>
      }
      beside={<CourseVideos course={course} />}
      failure={
        <SubmitFailure
          title="The course could not be updated"
          error={undecided && disputed.length > 0 ? undecidedError : failure}
        />
      }
    />
  );
};

const undecidedError = new Error(
  'Somebody changed it meanwhile. Decide above whose version stays, then update it.',
);
