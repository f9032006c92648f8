/**
 * Returns the name of the user who teaches a course, or what is known instead: a name that is still loading, or could not be loaded, is not
 * an empty field.
 * @param users the users with the id of the teacher; undefined until they are loaded.
 */
export const describeTeacher = (
  users: readonly { name: string }[] | undefined,
  hasFailed: boolean,
): string => {
  if (users) return users[0]?.name ?? 'Unknown teacher';
  return hasFailed ? 'Unknown teacher' : 'Loading…';
};
