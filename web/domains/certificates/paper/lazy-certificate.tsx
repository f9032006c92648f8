import { useAtomValue } from 'jotai';
import { type ComponentProps, lazy, Suspense } from 'react';
import { isHydratedAtom } from '../../../client/hydration.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** The fonts, the ornaments and the QR code are loaded only when a certificate is shown. */
const CertificateView = lazy(() => import('./certificate-view.tsx'));

const placeholder = <Skeleton className="aspect-[1600/1131] w-full" />;

/** A certificate, or a placeholder of the same size while it is loading. The server renders only the placeholder. */
export const LazyCertificate = (props: ComponentProps<typeof CertificateView>) =>
  useAtomValue(isHydratedAtom) ? (
    <Suspense fallback={placeholder}>
      <CertificateView {...props} />
    </Suspense>
  ) : (
    placeholder
  );
