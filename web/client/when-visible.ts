/** Calls the function now if the user can see the page, otherwise as soon as they can. @param page another document, for tests. */
export const whenVisible = (
  call: () => void,
  page: Pick<Document, 'visibilityState' | 'addEventListener'> = document,
): void => {
  if (page.visibilityState === 'visible') call();
  else page.addEventListener('visibilitychange', () => whenVisible(call, page), { once: true });
};
