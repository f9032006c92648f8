import { QueryClientProvider } from '@tanstack/react-query';
import { Provider } from 'jotai';
import { RouterProvider } from 'react-router-dom';
import { queryClient } from '../client/query-client.ts';
import { SignInAgainDialog } from '../client/session/sign-in-again-dialog.tsx';
import { store } from '../client/store.ts';
import { PopupHost } from '../ui/popup-host.tsx';
import { IdleWarning } from './notices/idle-warning.tsx';
import { OutboxNotices } from './notices/outbox-notices.tsx';
import { SessionNotices } from './notices/session-notices.tsx';
import { Toasts } from './notices/toasts.tsx';
import { createRouter } from './routing/routes.tsx';

const router = createRouter();

export const Application = () => (
  <Provider store={store}>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <PopupHost />
      <SignInAgainDialog />
      <Toasts />
      <SessionNotices />
      <OutboxNotices />
      <IdleWarning />
    </QueryClientProvider>
  </Provider>
);
