import { streamId } from '#events/catalogue/stream-id.ts';
import type { UsersTable } from '#platform/read-tables/users.ts';
import type { Evolutions } from '../projection/fold-rows.ts';
import { recordProjection } from '../projection/record-projection.ts';

/**
 * What each event makes of a person's row. Personal fields are null from the moment the person's key is
 * destroyed, which is before their removal is read: whoever cannot be read any more is not here, and
 * nothing that happened to them brings them back. So a rebuild after a removal gives the same table.
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
    return { ...row, name, image_url: imageUrl, position: event.position };
  },
  UserRoleChanged: (row, event) =>
    row && { ...row, user_type: event.data.to, wished_type: null, position: event.position },
  UserWishDeclined: (row, event) => row && { ...row, wished_type: null, position: event.position },
  UserRemoved: () => null,
};

/** Read model `users`: the people registered with the school, as they are now. */
export const users = recordProjection<UsersTable>({
  model: 'users',
  table: 'users',
  columns: {
    id: true,
    name: true,
    email: true,
    image_url: true,
    user_type: true,
    wished_type: true,
    registered_at: true,
    registered_position: true,
    position: true,
  },
  evolutions: userEvolutions,
  erasing: ['UserRemoved'],
});
