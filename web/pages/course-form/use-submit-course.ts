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
  // The `send` of the moment at which the user submits: a retry must not rely on what has arrived since.
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
