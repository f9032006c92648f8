/**
 * Returns the name of the user who teaches a course. While it is loading, and if it could not be loaded, returns a text that says so, because
 * the field is not empty.
 * @param users the users with the id of the teacher; undefined until they are loaded.
 */
export const describeTeacher = (
  users: readonly { name: string }[] | undefined,
  hasFailed: boolean,
): string => {
  if (users) return users[0]?.name ?? 'Unknown teacher';
  return hasFailed ? 'Unknown teacher' : 'Loading…';
};
