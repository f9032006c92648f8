import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { parseCertificateNumber } from '#contract/certificate-number.ts';
import { ApiError } from '../../client/api/api-error.ts';
import { QueryError } from '../../client/api/query-view.tsx';
import { paths } from '../../client/paths.ts';
import { useVerification } from '../../domains/certificates/certificate-queries.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Input } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ValidCertificate } from './valid-certificate.tsx';

/** The form for a certificate number. The check symbol in the number reveals most typing errors before a request is sent. */
const CertificateNumberForm = () => {
  const navigate = useNavigate();
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('number') ?? '');
    const number = parseCertificateNumber(text);
    if (number === null)
      setError(
        text.trim() === ''
          ? 'Enter the certificate number.'
          : 'This is not a valid certificate number. Check each letter and digit.',
      );
    else void navigate(paths.verify(number));
  };
  return (
    <form
      onSubmit={submit}
      noValidate
      data-error-lines
      className="flex max-w-prose flex-wrap items-start gap-x-3 gap-y-5"
    >
      <Input
        name="number"
        label="Certificate number"
        hint="It begins with LYC and is printed beside the QR code."
        placeholder="LYC-2026-…"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        error={error}
        onChange={() => setError(undefined)}
        fieldClassName="min-w-0 flex-1 basis-64"
      />
      <Button type="submit" className="sm:mt-7">
        <Search className="size-4.5" />
        Check
      </Button>
    </form>
  );
};

const loading = (
  <Loading label="Loading the certificate" className="grid gap-8 lg:grid-cols-2">
    <div className="flex flex-col gap-6">
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
    <Skeleton className="aspect-[1600/1131] w-full" />
  </Loading>
);

const UnknownCertificate = ({ number }: { number: string }) => (
  <div className="flex flex-col gap-10">
    <EmptyState
      sentence={`There is no certificate with the number ${number}.`}
      detail="Check each letter and digit. Every certificate that was issued has a page here."
    />
    <CertificateNumberForm />
  </div>
);

const WithdrawnCertificate = ({ number }: { number: string }) => (
  <EmptyState
    sentence="This certificate was withdrawn."
    detail={
      <>
        The school issued a certificate with the number {number}. The owner’s account and all personal data
        have since been removed.
      </>
    }
  />
);

const CertificateLookup = ({ number }: { number: string }) => {
  const query = useVerification(number);
  const { data, error } = query;
  if (data?.status === 'withdrawn') return <WithdrawnCertificate number={data.number} />;
  if (data) return <ValidCertificate certificate={data} />;
  if (!error) return loading;
  if (error instanceof ApiError && error.code === 'not-found') return <UnknownCertificate number={number} />;
  return <QueryError title="The certificate could not be checked" query={query} />;
};

export default function VerifyPage() {
  const { number } = useParams();
  return (
    <Page>
      <PageHeading
        title={number ? 'Certificate' : 'Verify a certificate'}
        documentTitle={number ? `Certificate ${number}` : 'Verify a certificate'}
        subtitle="Your browser verifies the certificates of this school."
        className="mb-8"
      />
      {number ? <CertificateLookup key={number} number={number} /> : <CertificateNumberForm />}
    </Page>
  );
}
