import { ChevronDown, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CertificateCheck, CheckedCertificate } from '#contract/check-certificate.ts';
import type { ValidCertificate as Certificate } from '#contract/schemas/certificates.ts';
import { useCertificates } from '../../domains/certificates/certificate-queries.ts';
import { CertificateSheet } from '../../domains/certificates/components/certificate-sheet.tsx';
import { CopyLinkButton } from '../../domains/certificates/components/copy-link-button.tsx';
import { toSafeFileName } from '../../domains/certificates/file-name.ts';
import { formatIssueDate } from '../../domains/certificates/format-issue-date.ts';
import { LazyCertificate } from '../../domains/certificates/paper/lazy-certificate.tsx';
import { type CertificateContent, toPrintedContent } from '../../domains/certificates/printed-content.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { ExpertDetails } from './expert-details.tsx';
import { ProofSteps } from './proof-steps.tsx';
import { determineVerdict, useCertificateCheck, withProof } from './use-certificate-check.ts';
import { VerdictBanner } from './verdict-banner.tsx';

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="border-t border-hairline py-3 first:border-t-0 sm:grid sm:grid-cols-[9rem_1fr] sm:gap-4">
    <dt className="text-sm text-muted sm:pt-0.5">{name}</dt>
    <dd className="min-w-0 wrap-anywhere" dir="auto">
      {children}
    </dd>
  </div>
);

const CertificateDetails = ({ certificate, code }: { certificate: CertificateContent; code: string }) => (
  <dl>
    <Detail name="Awarded to">
      <span className="font-serif text-xl font-semibold">{certificate.studentName}</span>
    </Detail>
    <Detail name="For completing">
      <span className="font-serif text-lg font-semibold">{certificate.courseName}</span>
      <span className="text-muted"> · {code} · all five modules</span>
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

const DownloadProof = ({ certificate }: { certificate: CheckedCertificate }) => {
  const fileName = `${toSafeFileName(certificate.number)}.json`;
  const save = () =>
    saveFile(fileName, new Blob([`${JSON.stringify(certificate, null, 2)}\n`], { type: 'application/json' }));
  return (
    <>
      <p className="max-w-prose text-muted">
        This page comes from the school itself. To check the certificate independently, download the proof and
        check it offline with the source code:
      </p>
      <pre className="mt-3 rounded-control bg-sunken p-3 text-sm whitespace-pre-wrap wrap-anywhere">
        <code>npx node events/seals/main.ts check {fileName}</code>
      </pre>
      <p className="mt-3 max-w-prose text-muted">
        Seals reveal any change to the log, but not that the whole log was rewritten and sealed again. To rule
        that out, compare the root of the history with one that the school has signed and published elsewhere.
        Seals prove what was recorded; the school is responsible for its truth.
      </p>
      <Button variant="secondary" className="mt-4" onClick={save}>
        <Download className="size-4.5" />
        Download the proof
      </Button>
    </>
  );
};

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-12">
    <h2 className="font-serif text-xl font-semibold">{title}</h2>
    <div className="mt-4">{children}</div>
  </section>
);

const Proof = ({ certificate, check }: { certificate: CheckedCertificate; check: CertificateCheck }) => (
  <>
    <Section title="Checks by your browser">
      <ProofSteps certificate={certificate} check={check} />
      <details className="group mt-6 rounded-card border border-hairline bg-surface">
        <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 px-5 py-2 font-medium">
          Details for experts
          <ChevronDown className="size-5 shrink-0 group-open:rotate-180" />
        </summary>
        <div className="border-t border-hairline p-5">
          <ExpertDetails certificate={certificate} check={check} />
        </div>
      </details>
    </Section>
    <Section title="Download the proof">
      <DownloadProof certificate={certificate} />
    </Section>
  </>
);

/** A valid certificate and, once it is sealed, its proof. Its owner can download and print the certificate here. */
export const ValidCertificate = ({ certificate }: { certificate: Certificate }) => {
  const isOwn = useCertificates().data?.some(({ number }) => number === certificate.number) ?? false;
  const certificateWithProof = withProof(certificate);
  const check = useCertificateCheck(certificateWithProof);
  return (
    <>
      <VerdictBanner verdict={determineVerdict(certificateWithProof, check)} />
      <div className="mt-8 grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div className="lg:sticky lg:top-24 lg:order-2">
          {isOwn ? (
            <CertificateSheet certificate={certificate} hasPublicPageLink={false} />
          ) : (
            <>
              <LazyCertificate certificate={certificate} />
              <p className="mt-5">
                <CopyLinkButton number={certificate.number} />
              </p>
            </>
          )}
        </div>
        <div className="min-w-0 lg:order-1">
          <Card className="px-5 py-3 sm:px-6">
            <CertificateDetails certificate={toPrintedContent(certificate)} code={certificate.courseCode} />
          </Card>
          {certificateWithProof && check && check !== 'failed' && (
            <Proof certificate={certificateWithProof} check={check} />
          )}
        </div>
      </div>
    </>
  );
};
