/**
 * Returns the message of an error. Node reports a host name with several addresses that all refuse the connection as an `AggregateError`
 * without a message, so its errors are listed.
 */
export const describeFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.message === '' && error instanceof AggregateError)
    return error.errors.map(describeFailure).join('; ');
  return error.message;
};
