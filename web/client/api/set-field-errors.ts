import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from './api-error.ts';

/** Marks the fields of a form for which the server reports errors, and focuses the first of them in the server's order. */
export const setFieldErrors = <Values extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): void => {
  if (!(error instanceof ApiError)) return;
  let isFocused = false;
  for (const { path, message } of error.errors) {
    const field = fields.find((name) => name === path);
    if (field === undefined) continue;
    setError(field, { type: 'server', message }, { shouldFocus: !isFocused });
    isFocused = true;
  }
};
