import { lazy, type Ref, Suspense } from 'react';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Printed } from './certificate-paper.tsx';

/** Its letters, its weave and its QR code are fetched only by who looks at one. */
const CertificateView = lazy(() => import('./certificate-view.tsx'));

/** A certificate as it is printed, in its place from the start. */
export const CertificatePicture = ({ what, paper }: { what: Printed; paper?: Ref<HTMLDivElement> }) => (
  <Suspense fallback={<Skeleton className="aspect-[1600/1131] w-full" />}>
    <CertificateView what={what} {...(paper ? { paper } : {})} />
  </Suspense>
);
