import type { ReactNode } from 'react';
import type { ValidCertificate } from '#contract/schemas/certificates.ts';
import { formatIssueDate } from '../../domains/certificates/format-issue-date.ts';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="border-t border-hairline py-3 first:border-t-0 sm:grid sm:grid-cols-[9rem_1fr] sm:gap-4">
    <dt className="text-sm text-muted sm:pt-0.5">{name}</dt>
    <dd className="min-w-0 wrap-anywhere" dir="auto">
      {children}
    </dd>
  </div>
);

/** The printed fields of the certificate. */
export const CertificateFacts = ({ shown }: { shown: ValidCertificate }) => (
  <dl>
    <Fact name="Awarded to">
      <span className="font-serif text-xl font-semibold">{shown.studentName}</span>
    </Fact>
    <Fact name="For completing">
      <span className="font-serif text-lg font-semibold">{shown.courseName}</span>
      <span className="text-muted"> · {shown.courseCode} · all five modules</span>
    </Fact>
    <Fact name="Instructor">{shown.instructor}</Fact>
    <Fact name="Issued on">
      <time dateTime={shown.issuedAt}>{formatIssueDate(shown.issuedAt)}</time>
    </Fact>
    <Fact name="Number">
      <span className="font-medium tabular-nums">{shown.number}</span>
    </Fact>
  </dl>
);
