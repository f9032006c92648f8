import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from './api-error.ts';

/**
 * Shows the server's field errors at the fields of a form and focuses the first one.
 * @returns whether every error has a field. If not, the form shows the error above its button.
 */
export const setFieldErrors = <Values extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): boolean => {
  if (!(error instanceof ApiError) || error.errors.length === 0) return false;
  let isFocused = false;
  let isComplete = true;
  for (const { path, message } of error.errors) {
    const field = fields.find((name) => name === path);
    if (field === undefined) {
      isComplete = false;
      continue;
    }
    setError(field, { type: 'server', message }, { shouldFocus: !isFocused });
    isFocused = true;
  }
  return isComplete;
};
