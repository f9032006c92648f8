import type { Page } from 'playwright-core';

/** Returns the bell in the header. */
export const bellOf = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /^Notifications/ });

/** Returns the panel that the bell opens. */
export const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
