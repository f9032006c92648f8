/** Returns the id in a stream's name: `<id>` for `user-<id>`, '' for `admins`, which has no id. */
export const streamId = (stream: string): string => {
  const dash = stream.indexOf('-');
  return dash < 0 ? '' : stream.slice(dash + 1);
};

/** Returns the kind in a stream's name: `user` for `user-<id>`. */
export const streamKind = (stream: string): string => {
  const dash = stream.indexOf('-');
  return dash < 0 ? stream : stream.slice(0, dash);
};
