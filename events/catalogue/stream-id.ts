/** The id part of a stream's name: `user-<id>` gives `<id>`, `admins` (one of its kind) gives ''. */
export const streamId = (stream: string): string => {
  const dash = stream.indexOf('-');
  return dash < 0 ? '' : stream.slice(dash + 1);
};
/** The kind part: `user-<id>` gives `user`. */
export const streamKind = (stream: string): string => {
  const dash = stream.indexOf('-');
  return dash < 0 ? stream : stream.slice(0, dash);
};
