import { QueryClientProvider } from '@tanstack/react-query';
import { Provider } from 'jotai';
import { RouterProvider } from 'react-router-dom';
import { queryClient } from '../client/query-client.ts';
import { store } from '../client/store.ts';
import { PopupHost, SignInAgainDialog, Toasts } from './load-later.tsx';
import { IdleWarning } from './notices/idle-warning.tsx';
import { OutboxNotices } from './notices/outbox-notices.tsx';
import { SessionNotices } from './notices/session-notices.tsx';
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
