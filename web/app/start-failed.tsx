import { ErrorState } from '../client/api/error-state.tsx';

/** The server did not even give its configuration: nothing can be shown but that. */
export const StartFailed = ({ error }: { error: unknown }) => (
  <main className="mx-auto max-w-xl px-4 py-24">
    <h1 className="mb-6 text-center font-serif text-3xl font-semibold">Lyceum</h1>
    <ErrorState title="Lyceum could not be started" error={error} onRetry={() => location.reload()} />
  </main>
);
