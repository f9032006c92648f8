import { useAtomValue } from 'jotai';
import { type ComponentProps, lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { ErrorState } from '../../../client/api/error-state.tsx';
import { isHydratedAtom } from '../../../client/hydration.ts';
import { toShownError } from '../../../client/missing-code.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** The certificate's own fonts, its ornaments and its QR code are loaded only when a certificate is shown. */
const CertificateView = lazy(() => import('./certificate-view.tsx'));

const placeholder = <Skeleton className="aspect-[1600/1131] w-full" />;

/** Shown instead of a certificate that could not be loaded or drawn. The rest of the page stays visible. */
const CertificateFailure = ({ error }: { error: unknown }) => (
  <ErrorState
    title="The certificate could not be shown"
    error={toShownError(error)}
    onRetry={() => location.reload()}
  />
);

/** A certificate, or a placeholder of the same size while it is loading. The server renders only the placeholder. */
export const LazyCertificate = (props: ComponentProps<typeof CertificateView>) =>
  useAtomValue(isHydratedAtom) ? (
    <ErrorBoundary FallbackComponent={CertificateFailure}>
      <Suspense fallback={placeholder}>
        <CertificateView {...props} />
      </Suspense>
    </ErrorBoundary>
  ) : (
    placeholder
  );
