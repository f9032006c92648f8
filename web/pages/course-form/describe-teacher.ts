/**
 * Returns the name of the user who teaches a course, or a text that says that the name is loading or unknown.
 * @param users the users with the id of the teacher; undefined until they are loaded.
 */
export const describeTeacher = (
  users: readonly { name: string }[] | undefined,
  hasFailed: boolean,
): string => {
  if (users) return users[0]?.name ?? 'Unknown teacher';
  return hasFailed ? 'Unknown teacher' : 'Loading…';
};
