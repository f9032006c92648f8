import { useMutation } from '@tanstack/react-query';
import type { CourseFields } from '#contract/courses.ts';
import { putErrorsAtFields } from '../../client/api/errors-at-fields.ts';
import { fieldNames } from './course-fields.ts';
import type { CourseFormApi } from './course-form.tsx';

/**
 * Sends a course's form: once at a time, tried again by itself after a failure that passes. What the server says of a field lands at the field.
 */
export const useSubmit = <Answer>({
  form,
  send,
  done,
}: {
  form: CourseFormApi;
  send: (fields: CourseFields) => Promise<Answer>;
  done: (answer: Answer) => Promise<void>;
}) => {
  const { mutateAsync, error, reset } = useMutation({ mutationFn: send });
  const submit = form.handleSubmit(async (fields) => {
    reset();
    try {
      await done(await mutateAsync(fields));
    } catch (failure) {
      putErrorsAtFields(failure, fieldNames, form.setError);
    }
  });
  return { submit: () => void submit(), failure: error, clear: reset };
};
