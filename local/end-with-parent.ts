/**
 * Calls `end` when the parent process ends for any reason. The bootstrap (`tooling/bootstrap.mjs`) opens an IPC channel to this process,
 * and the channel closes when the bootstrap ends. Does nothing without this channel.
 */
export const endWithParent = (end: () => void): void => {
  if (!process.channel) return;
  process.once('disconnect', end);
  process.channel.unref();
};
