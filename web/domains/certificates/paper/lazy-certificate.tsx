import { type ComponentProps, lazy, Suspense } from 'react';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** The fonts, the ornaments and the QR code are loaded only when a certificate is shown. */
const CertificateView = lazy(() => import('./certificate-view.tsx'));

/** A certificate with a placeholder of the same size while it is loading. */
export const LazyCertificate = (props: ComponentProps<typeof CertificateView>) => (
  <Suspense fallback={<Skeleton className="aspect-[1600/1131] w-full" />}>
    <CertificateView {...props} />
  </Suspense>
);
