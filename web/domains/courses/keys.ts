/** Where the cache keeps what it knows of courses. `all` names everything below it. */
export const coursesKeys = {
  all: ['courses'],
  lists: ['courses', 'list'],
  list: (search: string) => ['courses', 'list', search],
  one: (id: string) => ['courses', 'one', id],
} as const;
