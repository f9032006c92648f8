import { Award } from 'lucide-react';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { QueryError } from '../../../client/api/query-view.tsx';
import { showOfflineNotice } from '../../../client/outbox/outbox-toasts.ts';
import { CertificateSheet } from '../../../domains/certificates/components/certificate-sheet.tsx';
import {
  useCertificate,
  useCollectCertificate,
} from '../../../domains/certificates/use-collect-certificate.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import type { LessonProps } from './lesson-props.ts';

const NotCompleted = ({ completed }: { completed: number }) => (
  <EmptyState
    sentence="Complete five modules to earn your certificate."
    detail={`${completed} of ${modulesPerCourse} completed.`}
  />
);

const ReadyToCollect = ({ enrolment }: Pick<LessonProps, 'enrolment'>) => {
  const { collect, isCollecting } = useCollectCertificate(enrolment, {
    onStart: showOfflineNotice,
    onRefused: toast.error,
  });
  return (
    <EmptyState
      sentence="You have completed all five modules and can now collect your certificate."
      detail="It shows your name and the course name as of the day you collect it."
      action={
        <Button isWorking={isCollecting} onClick={collect}>
          {!isCollecting && <Award className="size-4.5" />}
          Collect your certificate
        </Button>
      }
    />
  );
};

const CertificateContent = ({ enrolment }: Pick<LessonProps, 'enrolment'>) => {
  const { certificate, query } = useCertificate(enrolment);
  const completed = enrolment.completedModules;
  if (certificate) return <CertificateSheet certificate={certificate} />;
  if (completed < modulesPerCourse) return <NotCompleted completed={completed} />;
  if (query.data) return <ReadyToCollect enrolment={enrolment} />;
  if (!query.error) return <Skeleton className="h-48 w-full" />;
  return <QueryError title="The certificate could not be loaded" query={query} />;
};

export const CertificateTab = ({ enrolment }: LessonProps) => {
  const { certificate } = useCertificate(enrolment);
  return (
    <>
      <p role="status" className="sr-only">
        {certificate && 'Your certificate is ready.'}
      </p>
      <CertificateContent enrolment={enrolment} />
    </>
  );
};
