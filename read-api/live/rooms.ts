import type { UserType } from '#contract/users.ts';

/** Whom a message goes to. Every socket stands in `everyone`; the others follow from who is signed in on it. */
export type Room =
  | 'everyone'
  | 'signed-in'
  | `role:${UserType}`
  | `account:${string}`
  | `user:${string}`
  | `teacher:${string}`
  | PlaceRoom;

/** Those who show a place just now; what it shows, not who sits there, brings a socket in (see `places/`). */
export type PlaceRoom = `course:${string}` | 'dashboard' | 'insight';

/** Rooms that something is for; a set where they may be thousands, as those of everybody who is enrolled in a course. */
export type Rooms = readonly Room[] | ReadonlySet<Room>;

/** Whether one of the rooms in which a socket stands is among those. It stands in few. */
export const isIn = (stands: ReadonlySet<Room>, rooms: Rooms): boolean =>
  'has' in rooms ? [...stands].some((room) => rooms.has(room)) : rooms.some((room) => stands.has(room));

export const countRooms = (rooms: Rooms): number => ('has' in rooms ? rooms.size : rooms.length);

/**
 * Who sits at a socket. `id` is proven by a token; `userType` is null while that person has no record (not yet
 * registered, or removed), who is told about their own account and otherwise what a visitor is.
 */
export type Audience = { id: string; userType: UserType | null } | null;

/** Whoever signed in as this person, registered (still) or not: what becomes of the account is told there, and nothing else. */
export const accountRoom = (id: string): Room => `account:${id}`;
/** A person as long as they are registered: what is theirs is told there. */
export const userRoom = (id: string): Room => `user:${id}`;
/** A person as long as they are an Instructor: for what concerns those who teach a course. */
export const teacherRoom = (id: string): Room => `teacher:${id}`;
export const courseRoom = (courseId: string): PlaceRoom => `course:${courseId}`;
export const roleRoom = (userType: UserType): Room => `role:${userType}`;

/** The rooms in which a socket stands, by who sits at it (null: a visitor). */
export const roomsOf = (audience: Audience): Room[] => {
  if (audience === null) return ['everyone'];
  if (audience.userType === null) return ['everyone', accountRoom(audience.id)];
  const { id, userType } = audience;
  const registered: Room[] = ['everyone', accountRoom(id), userRoom(id), 'signed-in', roleRoom(userType)];
  return userType === 'Instructor' ? [...registered, teacherRoom(id)] : registered;
};
