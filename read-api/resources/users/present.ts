import type { Selectable } from 'kysely';
import type { User } from '#contract/schemas/users.ts';
import type { UsersTable } from '#platform/read-tables/users.ts';

/** The columns that {@link presentUser} needs. */
export const userColumns = [
  'id',
  'name',
  'email',
  'image_url',
  'user_type',
  'wished_type',
  'registered_at',
] as const satisfies readonly (keyof UsersTable)[];
export type UserRow = Pick<Selectable<UsersTable>, (typeof userColumns)[number]>;

/** Converts a row to JSON, for GET answers and live updates alike. */
export const presentUser = (row: UserRow): User => ({
  _id: row.id,
  name: row.name,
  imageUrl: row.image_url,
  email: row.email,
  userType: row.user_type,
  wishedType: row.wished_type,
  registeredAt: row.registered_at.toISOString(),
});
