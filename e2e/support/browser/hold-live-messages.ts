import type { Page, WebSocketRoute } from 'playwright-core';

/**
 * Lets a test hold back what the server tells a page live: what a page does whose read node answers before it tells.
 * @param page whose sockets are opened from now on: go somewhere next.
 * @returns `hold`, and `release`, which hands on what was held, in order.
 */
export const holdLiveMessages = async (page: Page) => {
  let held: (() => void)[] | null = null;
  await page.routeWebSocket(/\/socket\.io\//, (socket: WebSocketRoute) => {
    socket.connectToServer().onMessage((message) => {
      if (held) held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  return {
    hold: () => {
      held = [];
    },
    release: () => {
      const waiting = held ?? [];
      held = null;
      for (const send of waiting) send();
    },
  };
};
