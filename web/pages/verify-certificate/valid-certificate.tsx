import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ValidCertificate as Shown } from '#contract/certificates.ts';
import type { CertificateCheck, CheckedCertificate } from '#contract/check-certificate.ts';
import { useCertificates } from '../../domains/certificates/certificates.ts';
import { Card } from '../../ui/card.tsx';
import { CertificatePicture } from '../../domains/certificates/paper/certificate-picture.tsx';
import { CertificateSheet } from '../../domains/certificates/paper/certificate-sheet.tsx';
import { CertificateFacts } from './certificate-facts.tsx';
import { ExpertDetails } from './expert-details.tsx';
import { KeepProof } from './keep-proof.tsx';
import { ProofSteps } from './proof-steps.tsx';
import { useCheck, verdictOf, withProof } from './use-check.ts';
import { VerdictBanner } from './verdict-banner.tsx';

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-12">
    <h2 className="font-serif text-xl font-semibold">{title}</h2>
    <div className="mt-4">{children}</div>
  </section>
);

/** What the browser found, in words, in bytes, and as a file. */
const Proof = ({ shown, check }: { shown: CheckedCertificate; check: CertificateCheck }) => (
  <>
    <Part title="What your browser has checked">
      <ProofSteps shown={shown} check={check} />
      <details className="group mt-6 rounded-card border border-hairline bg-surface">
        <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 px-5 py-2 font-medium">
          Details for experts
          <ChevronDown className="size-5 shrink-0 group-open:rotate-180" aria-hidden="true" />
        </summary>
        <div className="border-t border-hairline p-5">
          <ExpertDetails shown={shown} check={check} />
        </div>
      </details>
    </Part>
    <Part title="Keep the proof">
      <KeepProof shown={shown} />
    </Part>
  </>
);

/** A certificate that stands: the paper, who, what and when, and the proof. Its owner can download and print it here. */
export const ValidCertificate = ({ shown }: { shown: Shown }) => {
  const own = useCertificates().data?.some(({ number }) => number === shown.number) ?? false;
  const proven = withProof(shown);
  const check = useCheck(proven);
  return (
    <>
      <VerdictBanner verdict={verdictOf(proven, check)} />
      <div className="mt-8 grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div className="lg:sticky lg:top-24 lg:order-2">
          {own ? <CertificateSheet what={shown} publicPage={false} /> : <CertificatePicture what={shown} />}
        </div>
        <div className="min-w-0 lg:order-1">
          <Card className="px-5 py-3 sm:px-6">
            <CertificateFacts shown={shown} />
          </Card>
          {proven && check && <Proof shown={proven} check={check} />}
        </div>
      </div>
    </>
  );
};
