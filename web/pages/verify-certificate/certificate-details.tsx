import type { ReactNode } from 'react';
import type { ValidCertificate } from '#contract/schemas/certificates.ts';
import { formatIssueDate } from '../../domains/certificates/format-issue-date.ts';

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="border-t border-hairline py-3 first:border-t-0 sm:grid sm:grid-cols-[9rem_1fr] sm:gap-4">
    <dt className="text-sm text-muted sm:pt-0.5">{name}</dt>
    <dd className="min-w-0 wrap-anywhere" dir="auto">
      {children}
    </dd>
  </div>
);

export const CertificateDetails = ({ certificate }: { certificate: ValidCertificate }) => (
  <dl>
    <Detail name="Awarded to">
      <span className="font-serif text-xl font-semibold">{certificate.studentName}</span>
    </Detail>
    <Detail name="For completing">
      <span className="font-serif text-lg font-semibold">{certificate.courseName}</span>
      <span className="text-muted"> · {certificate.courseCode} · all five modules</span>
    </Detail>
    <Detail name="Instructor">{certificate.instructor}</Detail>
    <Detail name="Issued on">
      <time dateTime={certificate.issuedAt}>{formatIssueDate(certificate.issuedAt)}</time>
    </Detail>
    <Detail name="Number">
      <span className="font-medium tabular-nums">{certificate.number}</span>
    </Detail>
  </dl>
);
