/**
 * Calls `end` when the process that started this one is gone: the bootstrap gives its child a channel, which closes
 * with it, however it dies. Does nothing where there is no such channel.
 */
export const endWithParent = (end: () => void): void => {
  if (!process.channel) return;
  process.once('disconnect', end);
  process.channel.unref();
};
