/**
 * Returns the message of an error. If all addresses of a host name refuse the connection, Node throws an `AggregateError` without a
 * message, so its errors are listed.
 */
export const describeFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.message === '' && error instanceof AggregateError)
    return error.errors.map(describeFailure).join('; ');
  return error.message;
};
