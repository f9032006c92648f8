import { QueryClientProvider } from '@tanstack/react-query';
import { Provider } from 'jotai';
import { type ReactNode, StrictMode } from 'react';
import { queryClient } from '../client/query-client.ts';
import { store } from '../client/store.ts';
import { PopupHost, SignInAgainDialog, Toasts } from './load-later.tsx';
import { SessionNotices } from './notices/session-notices.tsx';

/** The parts of the client around the pages. @param children the router with the pages. */
export const Application = ({ children }: { children: ReactNode }) => (
  <StrictMode>
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        {children}
        <PopupHost />
        <SignInAgainDialog />
        <Toasts />
        <SessionNotices />
      </QueryClientProvider>
    </Provider>
  </StrictMode>
);
