import { FormFailure, RequestId } from '../../client/api/form-failure.tsx';

/** Why the course was not saved; what was typed stays. */
export const SubmitFailure = ({ title, error }: { title: string; error: unknown }) => (
  <FormFailure text={error === null ? null : `${title}.`}>
    <p>{error instanceof Error ? error.message : 'Something unexpected happened in this page.'}</p>
    <RequestId error={error} />
  </FormFailure>
);
