import { foldText } from '#contract/fold-text.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import type { UsersTable } from '#platform/read-tables/users.ts';
import type { Evolutions } from '../projection/fold-rows.ts';
import { createRecordProjection } from '../projection/record-projection.ts';

const createSearchText = ({ name, email }: Pick<UsersTable, 'name' | 'email'>) =>
  foldText(`${name}\n${email}`);

/**
 * Personal fields are null as soon as the user's key is destroyed, which can be before `UserRemoved` is read. An event whose
 * personal fields are null leaves no row, and no later event creates one. So a rebuild after the removal creates the same table.
 */
export const userEvolutions: Evolutions<UsersTable> = {
  UserRegistered: (_, event) => {
    const { name, email, imageUrl, userType, wishedType } = event.data;
    if (name === null || email === null || imageUrl === null) return null;
    return {
      id: streamId(event.stream),
      name,
      email: email.toLowerCase(),
      image_url: imageUrl,
      search_text: createSearchText({ name, email }),
      user_type: userType,
      wished_type: wishedType,
      registered_at: event.recordedAt,
      registered_position: event.position,
      position: event.position,
    };
  },
  UserProfileEdited: (row, event) => {
    const { name, imageUrl } = event.data;
    if (row === null || name === null || imageUrl === null) return null;
    const search_text = createSearchText({ name, email: row.email });
    return { ...row, name, image_url: imageUrl, search_text, position: event.position };
  },
  UserEmailChanged: (row, event) => {
    const { email } = event.data;
    if (row === null || email === null) return null;
    const search_text = createSearchText({ name: row.name, email });
    return { ...row, email: email.toLowerCase(), search_text, position: event.position };
  },
  UserRoleChanged: (row, event) =>
    row && { ...row, user_type: event.data.to, wished_type: null, position: event.position },
  UserWishDeclined: (row, event) => row && { ...row, wished_type: null, position: event.position },
  UserRemoved: () => null,
};

/** Read model `users`: all registered users, with their current profile and role. */
export const users = createRecordProjection<UsersTable>({
  model: 'users',
  table: 'users',
  columns: {
    id: true,
    name: true,
    email: true,
    image_url: true,
    search_text: true,
    user_type: true,
    wished_type: true,
    registered_at: true,
    registered_position: true,
    position: true,
  },
  evolutions: userEvolutions,
  erasingEventTypes: ['UserRemoved'],
});
