import type { UserType } from '#contract/schemas/users.ts';

/** A set of sockets that receive the same messages. Every welcomed socket is in `everyone`. Its audience and its attended view decide the other rooms. */
export type Room =
  | 'everyone'
  | 'signed-in'
  | `role:${UserType}`
  | `account:${string}`
  | `user:${string}`
  | `instructor:${string}`
  | ViewRoom;

/** The sockets whose tab shows a view; see `attended-views/`. */
export type ViewRoom = `course:${string}` | `roster:${string}` | 'dashboard' | 'insight';

/**
 * The rooms that receive a message, as a set if there may be thousands, for example the rooms of all students of a
 * course.
 */
export type RoomList = readonly Room[] | ReadonlySet<Room>;

/** Returns whether a socket in `socketRooms` is in one of the rooms. A socket is in only a few rooms. */
export const isInAnyRoom = (socketRooms: ReadonlySet<Room>, rooms: RoomList): boolean =>
  'has' in rooms
    ? [...socketRooms].some((room) => rooms.has(room))
    : rooms.some((room) => socketRooms.has(room));

export const countRooms = (rooms: RoomList): number => ('has' in rooms ? rooms.size : rooms.length);

/**
 * The user behind a socket, or null for a visitor. A token proves the `id`. `userType` is null if the user is not registered (yet),
 * was removed, or is an Admin who has signed in without the second factor. It is also null while the role of a member of staff is
 * being resolved again. Such a user receives updates about their own account, and otherwise what visitors receive.
 */
export type Audience = { id: string; userType: UserType | null } | null;

export const isSameAudience = (one: Audience, other: Audience): boolean =>
  one?.id === other?.id && one?.userType === other?.userType;

/** The sockets of a user, registered or not. Messages to this room are only about the account itself. */
export const accountRoom = (userId: string): Room => `account:${userId}`;
/** The sockets of a registered user: for updates that concern this user. */
export const userRoom = (userId: string): Room => `user:${userId}`;
/** The sockets of an Instructor: for updates about the quizzes that they may mark. */
export const instructorRoom = (userId: string): Room => `instructor:${userId}`;
/**
 * The rooms of all users who may mark quizzes. They are notified of an event that affects some of them but does not say which.
 * A quiz itself is sent only to its student and to the users who may mark it (`quiz-updates.ts`).
 */
export const allMarkersRooms: readonly Room[] = ['role:Admin', 'role:Instructor'];
export const courseRoom = (courseId: string): ViewRoom => `course:${courseId}`;
export const roleRoom = (userType: UserType): Room => `role:${userType}`;

/** Sockets that show the students of a course. */
export const rosterRoom = (courseId: string): ViewRoom => `roster:${courseId}`;

/** Returns the id of the course to whose roster a room belongs; null for any other room. */
export const courseOfRosterRoom = (room: string): string | null =>
  room.startsWith('roster:') ? room.slice('roster:'.length) : null;

/** Returns the rooms of an audience, without those of attended views. */
export const roomsOf = (audience: Audience): Room[] => {
  if (audience === null) return ['everyone'];
  const { id, userType } = audience;
  if (userType === null) return ['everyone', accountRoom(id)];
  const registered: Room[] = ['everyone', accountRoom(id), userRoom(id), 'signed-in', roleRoom(userType)];
  return userType === 'Instructor' ? [...registered, instructorRoom(id)] : registered;
};
