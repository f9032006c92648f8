import '../ui/base.css';
import { createRoot } from 'react-dom/client';
import type { PageState } from '#contract/rendered-pages.ts';
import { ErrorState } from '../client/api/error-state.tsx';
import { startTracing } from '../client/api/traceparent.ts';
import { configurationAtom, fetchConfiguration } from '../client/configuration.ts';
import { connectionAtom } from '../client/connection.ts';
import { logFailure } from '../client/log-failure.ts';
import { startResponseCache } from '../client/response-cache/start-response-cache.ts';
import { withStoredUserRecord } from '../client/response-cache/with-stored-user-record.ts';
import { startSession } from '../client/session/start-session.ts';
import { store } from '../client/store.ts';
import { courseKeys } from '../domains/courses/course-keys.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { whenIdle } from '../ui/when-idle.ts';
import { Application } from './application.tsx';
import { hydratePage } from './hydrate.tsx';
import { startLiveConnection } from './live/start-live-connection.ts';
import { loadFrameForUsers } from './load-later.tsx';
import { readPageState, removePageState } from './page-state.ts';
import { allowPartsForUsers, loadPartsForUsers } from './parts-for-users.ts';
import { registerServiceWorker } from './register-service-worker.ts';
import { giveEntryKey } from './routing/give-entry-key.ts';
import { loadPage } from './routing/page-route.tsx';
import { BrowserPages } from './routing/pages.tsx';
import { createRoutes } from './routing/routes.tsx';
import { startTheme } from './theme.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no element with the id "root".');

/** Starts what an as-of view does not use: the live connection, the caches of this browser, and the loading of code before it is needed. */
const startOutsideAsOfView = () => {
  startResponseCache();
  whenIdle(startLiveConnection);
  whenIdle(loadFrameForUsers);
  registerServiceWorker();
};

/** Only the data of courses counts as public: it is the same for everybody. */
const isPublicQuery = ([key]: readonly unknown[]) => key === courseKeys.all[0];

/** Shown if the client cannot start, for example because the server does not return the configuration. */
const StartError = ({ error }: { error: unknown }) => (
  <main className="mx-auto max-w-xl px-4 py-24">
    <h1 className="mb-6 text-center font-serif text-3xl font-semibold">Lyceum</h1>
    <ErrorState title="Lyceum could not be started" error={error} onRetry={() => location.reload()} />
  </main>
);

const start = async () => {
  try {
    const configuration = await fetchConfiguration();
    store.set(configurationAtom, configuration);
    startTracing(configuration.tracing);
    startSession(configuration, { isPublicQuery, withStoredUserRecord, loadPartsForUsers });
    const startOtherParts = () => {
      allowPartsForUsers(configuration);
      if (configuration.past) store.set(connectionAtom, 'past');
      else startOutsideAsOfView();
    };
    const state = readPageState();
    if (state === null || configuration.past || !(await tryToHydrate(state, startOtherParts))) {
      startOtherParts();
      await renderPage();
    }
  } catch (error) {
    createRoot(container).render(<StartError error={error} />);
  }
};

/** Takes over the rendered page. Returns false if that fails. Then `renderPage` shows the page, or its error. */
const tryToHydrate = async (state: PageState, onHydrated: () => void): Promise<boolean> => {
  try {
    await hydratePage(container, state, onHydrated);
    return true;
  } catch (cause) {
    logFailure('The page that the server rendered could not be taken over.', cause);
    return false;
  }
};

/** Renders the page in the browser, instead of taking over a rendered page. */
const renderPage = async () => {
  delete document.documentElement.dataset.returning;
  delete document.documentElement.dataset.continuing;
  removePageState();
  const root = createRoot(container);
  root.render(
    <Application>
      <PageSpinner />
    </Application>,
  );
  const routes = createRoutes();
  // The user may go back while the code is loading.
  let path: string;
  do {
    path = location.pathname;
    await loadPage(routes, path);
  } while (path !== location.pathname);
  root.render(
    <Application>
      <BrowserPages routes={routes} />
    </Application>,
  );
};

startTheme();
giveEntryKey();
void start();
