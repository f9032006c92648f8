import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from './api-error.ts';

/**
 * Puts what the server says of single fields at these fields, the first one focused.
 * @returns whether every part of the refusal has found its field; if not, the form says the rest above its button.
 */
export const putErrorsAtFields = <Values extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): boolean => {
  if (!(error instanceof ApiError) || error.errors.length === 0) return false;
  let focused = false;
  let all = true;
  for (const { path, message } of error.errors) {
    const field = fields.find((name) => name === path);
    if (field === undefined) {
      all = false;
      continue;
    }
    setError(field, { type: 'server', message }, { shouldFocus: !focused });
    focused = true;
  }
  return all;
};
