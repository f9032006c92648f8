import { Award } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { QueryError } from '../../../client/api/query-view.tsx';
import { CertificateSheet } from '../../../domains/certificates/components/certificate-sheet.tsx';
import {
  useCertificate,
  useCollectCertificate,
} from '../../../domains/certificates/use-collect-certificate.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { LessonProps } from './lesson-props.ts';

const NotCompleted = ({ completed }: { completed: number }) => (
  <EmptyState
    sentence="Complete five modules to earn your certificate."
    detail={`${completed} of ${modulesPerCourse} completed.`}
  />
);

type ContentProps = Pick<LessonProps, 'enrolment'> & { onCollect: () => void };

const ReadyToCollect = ({ enrolment, onCollect }: ContentProps) => {
  const { collect, isCollecting } = useCollectCertificate(enrolment);
  return (
    <EmptyState
      sentence="You have completed all five modules and can now collect your certificate."
      detail="It shows your name and the course name as of the day you collect it."
      action={
        <Button
          isWorking={isCollecting}
          onClick={() => {
            onCollect();
            collect();
          }}
        >
          {!isCollecting && <Award className="size-4.5" />}
          Collect your certificate
        </Button>
      }
    />
  );
};

const CertificateContent = ({ enrolment, onCollect }: ContentProps) => {
  const { certificate, query } = useCertificate(enrolment);
  const completed = enrolment.completedModules;
  if (certificate) return <CertificateSheet certificate={certificate} />;
  if (completed < modulesPerCourse) return <NotCompleted completed={completed} />;
  if (query.data) return <ReadyToCollect enrolment={enrolment} onCollect={onCollect} />;
  if (!query.error) return <Skeleton className="h-48 w-full" />;
  return <QueryError title="The certificate could not be loaded" query={query} />;
};

export const CertificateTab = ({ enrolment }: LessonProps) => {
  const { certificate } = useCertificate(enrolment);
  const status = useRef<HTMLParagraphElement>(null);
  const wasPressed = useRef(false);
  useEffect(() => {
    if (certificate === undefined || !wasPressed.current) return;
    wasPressed.current = false;
    // The certificate has replaced the pressed button. If the button had the focus, no element has it now.
    if (document.activeElement !== document.body) return;
    status.current?.closest<HTMLElement>('[role="tabpanel"]')?.focus({ preventScroll: true });
  }, [certificate]);
  return (
    <>
      <p ref={status} role="status" className="sr-only">
        {certificate && 'Your certificate is ready.'}
      </p>
      <CertificateContent
        enrolment={enrolment}
        onCollect={() => {
          wasPressed.current = true;
        }}
      />
    </>
  );
};
