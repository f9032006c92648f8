import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { v4 } from 'uuid';
import { insertAnswer } from '#contract/answers.ts';
import type { CourseFields } from '#contract/courses.ts';
import { act } from '../../client/api/act.ts';
import { ApiError } from '../../client/api/api-error.ts';
import { coursesKeys } from '../../domains/courses/keys.ts';
import { paths } from '../../client/paths.ts';
import { queryClient } from '../../client/query-client.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormFailure } from '../../client/api/form-failure.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { tell } from '../../ui/popup.ts';
import { nothingTyped } from './course-fields.ts';
import { CourseForm, useCourseForm } from './course-form.tsx';
import { SubmitFailure } from './submit-failure.tsx';
import { useSubmit } from './use-submit.ts';

/** An earlier try that nobody got the answer of did arrive: the course is there, as it was typed then. */
const AddedAlready = ({ onAnother }: { onAnother: () => void }) => (
  <FormFailure text="An earlier try has added this course already, as it was typed then.">
    <p>Find it under All Courses and edit it there, or add what is typed now as another course.</p>
    <p className="flex flex-wrap gap-3 pt-2">
      <ButtonLink to={paths.allCourses} look="second" size="small">
        All Courses
      </ButtonLink>
      <Button look="second" size="small" onClick={onAnother}>
        Add as another course
      </Button>
    </p>
  </FormFailure>
);

export default function AddCoursePage() {
  const navigate = useNavigate();
  const form = useCourseForm(nothingTyped);
  /** One key for all tries of this form, so that a double click or a retry makes one course. */
  const [key, setKey] = useState(() => v4());
  const { submit, failure, clear } = useSubmit({
    form,
    send: (fields: CourseFields) => act('POST', '/courses', insertAnswer, { body: fields, key }),
    done: async () => {
      void queryClient.invalidateQueries({ queryKey: coursesKeys.lists });
      await navigate(paths.allCourses);
      void tell({ tone: 'success', title: 'Success!!!', text: 'Course added successfully', button: 'Cool' });
    },
  });
  const addedAlready = failure instanceof ApiError && failure.code === 'key-reused';
  return (
    <Page>
      <PageHeading
        title="Add New Course"
        subtitle="It is in the catalogue, for everybody, as soon as it is added."
      />
      <CourseForm
        form={form}
        onSubmit={submit}
        submitLabel="Add Course"
        failure={
          addedAlready ? (
            <AddedAlready
              onAnother={() => {
                setKey(v4());
                clear();
              }}
            />
          ) : (
            <SubmitFailure title="The course could not be added" error={failure} />
          )
        }
      />
    </Page>
  );
}
