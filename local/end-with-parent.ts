/**
 * Calls `end` when the parent process ends for any reason: the bootstrap opens an IPC channel to its child, which
 * closes with the parent. Does nothing without such a channel.
 */
export const endWithParent = (end: () => void): void => {
  if (!process.channel) return;
  process.once('disconnect', end);
  process.channel.unref();
};
