import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type Ref, useRef } from 'react';
import { useParams } from 'react-router-dom';
import type { Course, CourseFields } from '#contract/schemas/courses.ts';
import { CommandError } from '../../client/api/form-error.tsx';
import { QueryError } from '../../client/api/query-view.tsx';
import { paths } from '../../client/paths.ts';
import { queryClient } from '../../client/query-client.ts';
import { CourseMissing } from '../../domains/courses/components/course-missing.tsx';
import { EditVideosLink } from '../../domains/courses/components/edit-videos-link.tsx';
import { courseKeys } from '../../domains/courses/course-keys.ts';
import { courseQuery } from '../../domains/courses/course-queries.ts';
import { updateCourse } from '../../domains/courses/update-course.ts';
import { useConflictBanner, useCourseEdit } from '../../domains/courses/use-course-edit.ts';
import { useIsCourseRemoved } from '../../domains/courses/use-is-course-removed.ts';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { showMessage } from '../../ui/popup.ts';
import { Loading, Skeleton, Skeletons } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { useGoTo } from '../../ui/use-go-to.ts';
import { CourseConflicts } from './course-conflicts.tsx';
import { type FieldName, toFormText, toSavedText } from './course-fields.ts';
import { CourseForm } from './course-form.tsx';
import { toUserId, useCourseForm } from './use-course-form.ts';
import { useSubmitCourse } from './use-submit-course.ts';

const CourseVideosSection = ({ course }: { course: Course }) => (
  <section aria-labelledby="videos-of-the-course" className="border-t border-hairline pt-6">
    <h2 id="videos-of-the-course" className="font-serif text-xl font-semibold">
      Videos
    </h2>
    <p className="mt-2 mb-4 text-muted">
      {course.videos === null
        ? `This course plays the standard clips for ${course.course_code}.`
        : 'This course plays its own five videos.'}
    </p>
    <EditVideosLink course={course} size="normal" />
  </section>
);

const RemovedNotice = ({ ref }: { ref: Ref<HTMLParagraphElement> }) => (
  <p
    ref={ref}
    role="status"
    tabIndex={-1}
    className="flex gap-3 rounded-card border border-bad bg-bad-ground p-4 font-medium text-bad"
  >
    <TriangleAlert className="mt-0.5 size-5 shrink-0" />
    This course was removed while you were editing it. Your changes are still here, but they can’t be saved.
  </p>
);

/** The form keeps the user's changes while `course` receives live updates, and shows which fields conflict. */
const UpdateCourseForm = ({ course, isRemoved }: { course: Course; isRemoved: boolean }) => {
  const goTo = useGoTo();
  const isSaved = useRef(false);
  const form = useCourseForm(toFormText(course));
  const mine = toFormText(form.watch());
  const edit = useCourseEdit(course, toFormText, [mine, toSavedText(mine)]);
  const { theirs } = edit;

  const { submit, isSaving, failure, clear } = useSubmitCourse({
    form,
    send: (fields: CourseFields) =>
      edit.send(toFormText(fields), (expectedVersion) => updateCourse(course._id, fields, expectedVersion)),
    onDone: async () => {
      isSaved.current = true;
      void queryClient.invalidateQueries({ queryKey: courseKeys.all });
      const text = 'Course updated successfully';
      if (await goTo(paths.home)) void showMessage({ tone: 'good', title: 'Success!', text, button: 'Cool' });
      else toast.success(text);
    },
  });

  // While an edit is being saved, the server finds the conflicts.
  const conflicts = isSaving || isSaved.current ? [] : edit.conflicts;
  const hasConflict = conflicts.length > 0 && !isRemoved;
  const { banner, mustChoose, refuse, finishChoice } = useConflictBanner(hasConflict, failure, clear);
  const removedNotice = useRef<HTMLParagraphElement>(null);
  const resolve = (names: readonly FieldName[]) => {
    edit.resolve(names);
    finishChoice(names.length === conflicts.length);
  };
  const acceptTheirs = (names: readonly FieldName[]) => {
    for (const name of names) {
      const value = name === 'instructorId' ? toUserId(theirs[name]) : theirs[name];
      form.setValue(name, value as never, { shouldDirty: true });
    }
    resolve(names);
  };

  return (
    <CourseForm
      form={form}
      submitLabel="Update Course"
      onSubmit={() => {
        if (isRemoved) removedNotice.current?.focus();
        else if (hasConflict) refuse();
        else submit();
      }}
      notice={
        <>
          {isRemoved && <RemovedNotice ref={removedNotice} />}
          {hasConflict && (
            <CourseConflicts
              ref={banner}
              conflicts={conflicts}
              mine={mine}
              theirs={theirs}
              onTake={acceptTheirs}
              onKeep={resolve}
            />
          )}
        </>
      }
      aside={<CourseVideosSection course={course} />}
      failure={
        <CommandError text="The course could not be updated." error={mustChoose ? conflictError : failure} />
      }
    />
  );
};

const conflictError = new Error(
  'Somebody else changed this course. Choose above which version to keep, then press Update Course.',
);

export default function UpdateCoursePage() {
  const { id = '' } = useParams();
  const query = useQuery(courseQuery(id));
  const { data, error } = query;
  const isRemoved = useIsCourseRemoved(id);
  const renderContent = () => {
    if (data) return <UpdateCourseForm key={id} course={data} isRemoved={isRemoved} />;
    if (error)
      return (
        <div className="mt-10">
          {isRemoved ? (
            <CourseMissing />
          ) : (
            <QueryError title="The course could not be loaded" query={query} />
          )}
        </div>
      );
    return (
      <Loading label="Loading the course" className="mt-10 max-w-3xl space-y-6">
        <Skeletons count={4} className="h-11" />
        <Skeleton className="h-48" />
      </Loading>
    );
  };
  return (
    <Page>
      <PageHeading title="Update Course" subtitle={data?.course_name} />
      {renderContent()}
    </Page>
  );
}
