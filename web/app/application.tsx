import { RouterProvider } from 'react-router-dom';
import { Providers } from './providers.tsx';
import { createRouter } from './routing/routes.tsx';

const router = createRouter();

export const Application = () => (
  <Providers>
    <RouterProvider router={router} />
  </Providers>
);
