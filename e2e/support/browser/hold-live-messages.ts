import type { Page, WebSocketRoute } from 'playwright-core';

/**
 * Lets a test delay the live messages to a page, like a node that answers a GET before it sends the live update.
 * @param page only sockets that it opens after this call are delayed, so navigate next.
 * @returns `hold`, and `release`, which delivers the held messages in order.
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
