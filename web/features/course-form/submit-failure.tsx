import { FormFailure, RequestId } from '../../ui/form-failure.tsx';

/** Why the course was not saved, or that it waits for the line; what was typed stays. */
export const SubmitFailure = ({
  title,
  error,
  waiting,
}: {
  title: string;
  error: unknown;
  waiting: boolean;
}) => (
  <>
    <p role="status" className="text-sm text-warning empty:hidden">
      {waiting ? 'You are offline. This waits here and is sent when the line is back.' : null}
    </p>
    <FormFailure text={error === null ? null : `${title}.`}>
      <p>{error instanceof Error ? error.message : 'Something unexpected happened in this page.'}</p>
      <RequestId error={error} />
    </FormFailure>
  </>
);
