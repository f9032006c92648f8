import { useMutation } from '@tanstack/react-query';
import type { CourseFields } from '#contract/schemas/courses.ts';
import { setFieldErrors } from '../../client/api/field-errors.ts';
import { fieldNames } from './course-fields.ts';
import type { CourseFormApi } from './use-course-form.ts';

/** Submits the form of a course and shows the server's field errors below the fields. */
export const useSubmitCourse = <Answer>({
  form,
  send,
  onDone,
}: {
  form: CourseFormApi;
  send: (fields: CourseFields) => Promise<Answer>;
  onDone: (answer: Answer) => Promise<void>;
}) => {
  const { mutateAsync, error, reset } = useMutation({ mutationFn: send });
  const submit = form.handleSubmit(async (fields) => {
    reset();
    try {
      await onDone(await mutateAsync(fields));
    } catch (failure) {
      setFieldErrors(failure, fieldNames, form.setError);
    }
  });
  return { submit: () => void submit(), failure: error, clear: reset };
};
