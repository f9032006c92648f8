import { useParams } from 'react-router-dom';
import { ApiError } from '../../client/api/api-error.ts';
import { useVerification } from '../../domains/certificates/verification.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../client/api/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AskNumber } from './ask-number.tsx';
import { ValidCertificate } from './valid-certificate.tsx';

const Loading = () => (
  <div role="status" className="grid gap-8 lg:grid-cols-2">
    <span className="sr-only">Loading the certificate</span>
    <div className="flex flex-col gap-6">
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
    <Skeleton className="aspect-[1600/1131] w-full" />
  </div>
);

const Unknown = ({ number }: { number: string }) => (
  <div className="flex flex-col gap-10">
    <EmptyState
      sentence={`There is no certificate with the number ${number}.`}
      detail="Compare it letter by letter with the paper. A certificate that the school issued always has its page."
    />
    <AskNumber />
  </div>
);

const Withdrawn = ({ number }: { number: string }) => (
  <EmptyState
    sentence="This certificate was withdrawn."
    detail={
      <>
        The school had issued one with the number {number}. The person’s account was removed since, and
        everything about the person with it, so there is nothing more to say.
      </>
    }
  />
);

const Found = ({ number }: { number: string }) => {
  const { data, error, isFetching, refetch } = useVerification(number);
  if (data?.status === 'withdrawn') return <Withdrawn number={data.number} />;
  if (data) return <ValidCertificate shown={data} />;
  if (!error) return <Loading />;
  if (error instanceof ApiError && error.code === 'not-found') return <Unknown number={number} />;
  return (
    <ErrorState
      title="The certificate could not be checked"
      error={error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
};

/** Public: what a certificate says, by its number, and the proof of it. */
export default function VerifyPage() {
  const { number } = useParams();
  return (
    <Page>
      <PageHeading
        title={number ? 'Certificate' : 'Check a certificate'}
        documentTitle={number ? `Certificate ${number}` : 'Check a certificate'}
        subtitle="Who learned what here, and the proof of it."
        className="mb-8"
      />
      {number ? <Found key={number} number={number} /> : <AskNumber />}
    </Page>
  );
}
