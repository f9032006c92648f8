import { QueryClientProvider } from '@tanstack/react-query';
import { Provider } from 'jotai';
import type { ReactNode } from 'react';
import { queryClient } from '../client/query-client.ts';
import { store } from '../client/store.ts';
import { PopupHost } from '../ui/popup-host.tsx';
import { OutboxNotices } from './notices/outbox-notices.tsx';
import { SessionNotices } from './notices/session-notices.tsx';
import { Toasts } from './notices/toasts.tsx';

/** What every page stands on: the tab's state, the cache of the server's, popups and toasts. */
export const Providers = ({ children }: { children: ReactNode }) => (
  <Provider store={store}>
    <QueryClientProvider client={queryClient}>
      {children}
      <PopupHost />
      <Toasts />
      <SessionNotices />
      <OutboxNotices />
    </QueryClientProvider>
  </Provider>
);
