import { FormError, RequestId } from '../../client/api/form-error.tsx';

/** Shows why the course was not saved. */
export const SubmitFailure = ({ title, error }: { title: string; error: unknown }) => (
  <FormError text={error === null ? null : `${title}.`}>
    <p>{error instanceof Error ? error.message : 'Something went wrong on this page. Try again.'}</p>
    <RequestId error={error} />
  </FormError>
);
