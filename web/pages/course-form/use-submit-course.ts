import { useMutation } from '@tanstack/react-query';
import type { CourseFields } from '#contract/schemas/courses.ts';
import { setFieldErrors } from '../../client/api/set-field-errors.ts';
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
  // A retry runs `mutationFn` of the latest render. It must use the `send` of the render in which the user submitted, so `send` is passed in.
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: (attempt: () => Promise<Answer>) => attempt(),
  });
  const submit = form.handleSubmit(async (fields) => {
    reset();
    try {
      await onDone(await mutateAsync(() => send(fields)));
    } catch (failure) {
      setFieldErrors(failure, fieldNames, form.setError);
    }
  });
  return { submit: () => void submit(), isSaving: isPending, failure: error, clear: reset };
};
