import { Award } from 'lucide-react';
import { modulesOfACourse } from '#contract/enrolments.ts';
import { useCertificateOf, useCollect } from '../../../domains/certificates/collect.ts';
import { Button } from '../../../ui/button.tsx';
import { CertificateSheet } from '../../../domains/certificates/paper/certificate-sheet.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../client/api/error-state.tsx';
import { sayIfItWaits } from '../../../client/outbox/say-if-it-waits.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import type { Lesson } from './lesson.ts';

const wordOf = ['none', 'one', 'two', 'three', 'four'];

const Missing = ({ completed }: { completed: number }) => {
  const left = modulesOfACourse - completed;
  return (
    <EmptyState
      sentence="The certificate comes after the fifth module."
      detail={`You have completed ${wordOf[completed] ?? completed} of five; ${wordOf[left] ?? 'all five'} ${left === 1 ? 'is' : 'are'} left.`}
    />
  );
};

const Waiting = ({ enrolment }: Pick<Lesson, 'enrolment'>) => {
  const { collect, collecting } = useCollect(enrolment, { begun: sayIfItWaits, refused: toast.error });
  return (
    <EmptyState
      sentence="All five modules are completed: your certificate is waiting."
      detail="It says your name and the name of the course as they are on the day on which you collect it."
      action={
        <Button working={collecting} onClick={collect}>
          {!collecting && <Award className="size-4.5" aria-hidden="true" />}
          Collect your certificate
        </Button>
      }
    />
  );
};

const Content = ({ enrolment }: Pick<Lesson, 'enrolment'>) => {
  const { certificate, data, error, isFetching, refetch } = useCertificateOf(enrolment);
  const completed = enrolment.completedModules;
  if (certificate) return <CertificateSheet what={certificate} />;
  if (completed < modulesOfACourse) return <Missing completed={completed} />;
  if (data) return <Waiting enrolment={enrolment} />;
  if (!error) return <Skeleton className="h-48 w-full" />;
  return (
    <ErrorState
      title="The certificate could not be loaded"
      error={error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
};

/** Hidden until it is collected; then the certificate, as a file and on paper. */
export const CertificateTab = ({ enrolment }: Lesson) => {
  const { certificate } = useCertificateOf(enrolment);
  return (
    <>
      <p role="status" className="sr-only">
        {certificate && 'Your certificate is here.'}
      </p>
      <Content enrolment={enrolment} />
    </>
  );
};
