import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { v4 } from 'uuid';
import type { CourseFields } from '#contract/schemas/courses.ts';
import { ApiError } from '../../client/api/api-error.ts';
import { CommandError, FormError } from '../../client/api/form-error.tsx';
import { paths } from '../../client/paths.ts';
import { addCourse } from '../../domains/courses/course-actions.ts';
import { refetchCourseLists } from '../../domains/courses/course-live.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { showMessage } from '../../ui/popup.ts';
import { emptyCourseForm } from './course-fields.ts';
import { CourseForm } from './course-form.tsx';
import { useCourseForm } from './use-course-form.ts';
import { useSubmitCourse } from './use-submit-course.ts';

/** Shown if an earlier request, whose answer was lost, has added the course with other fields. */
const AlreadyAdded = ({ onAnother }: { onAnother: () => void }) => (
  <FormError text="This course was already added, with your earlier entries.">
    <p>Edit it under All Courses, or add your current entries as another course.</p>
    <p className="flex flex-wrap gap-3 pt-2">
      <ButtonLink to={paths.allCourses} look="second" size="small">
        All Courses
      </ButtonLink>
      <Button look="second" size="small" onClick={onAnother}>
        Add as another course
      </Button>
    </p>
  </FormError>
);

export default function AddCoursePage() {
  const navigate = useNavigate();
  const form = useCourseForm(emptyCourseForm);
  /** All requests of this form have the same key, so that a double click or a retry adds only one course. */
  const [key, setKey] = useState(() => v4());
  const { submit, failure, clear } = useSubmitCourse({
    form,
    send: (fields: CourseFields) => addCourse(fields, key),
    onDone: async () => {
      void refetchCourseLists();
      await navigate(paths.allCourses);
      void showMessage({
        tone: 'success',
        title: 'Success!!!',
        text: 'Course added successfully',
        button: 'Cool',
      });
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
        failure={
          isAlreadyAdded ? (
            <AlreadyAdded
              onAnother={() => {
                setKey(v4());
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
