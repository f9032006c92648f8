import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CertificateCheck, CheckedCertificate } from '#contract/check-certificate.ts';
import type { ValidCertificate as Certificate } from '#contract/schemas/certificates.ts';
import { useCertificates } from '../../domains/certificates/certificate-queries.ts';
import { CertificateSheet } from '../../domains/certificates/components/certificate-sheet.tsx';
import { LazyCertificate } from '../../domains/certificates/paper/lazy-certificate.tsx';
import { Card } from '../../ui/card.tsx';
import { CertificateDetails } from './certificate-details.tsx';
import { ExpertDetails } from './expert-details.tsx';
import { ProofSteps } from './proof-steps.tsx';
import { SaveProof } from './save-proof.tsx';
import { determineVerdict, useCertificateCheck, withProof } from './use-certificate-check.ts';
import { VerdictBanner } from './verdict-banner.tsx';

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-12">
    <h2 className="font-serif text-xl font-semibold">{title}</h2>
    <div className="mt-4">{children}</div>
  </section>
);

/** The result of the check: explained, in detail, and as a file. */
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
    <Section title="Save the proof">
      <SaveProof certificate={certificate} />
    </Section>
  </>
);

/** A valid certificate with its proof. Its owner can download and print it here. */
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
            <CertificateSheet certificate={certificate} publicPage={false} />
          ) : (
            <LazyCertificate certificate={certificate} />
          )}
        </div>
        <div className="min-w-0 lg:order-1">
          <Card className="px-5 py-3 sm:px-6">
            <CertificateDetails certificate={certificate} />
          </Card>
          {certificateWithProof && check && <Proof certificate={certificateWithProof} check={check} />}
        </div>
      </div>
    </>
  );
};
