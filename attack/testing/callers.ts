import type { UserType } from '#contract/schemas/users.ts';
import type { ScenePeople } from './scene.ts';

/** Somebody who calls every endpoint in a test: a person of the scene, or a visitor. */
export type Caller = keyof ScenePeople | 'visitor';
export const callers: readonly Caller[] = [
  'visitor',
  'unregistered',
  'removed',
  'owner',
  'otherStudent',
  'teacher',
  'otherInstructor',
  'admin',
  'otherAdmin',
];

/** The role of each caller who is registered. */
export const roleOf: Readonly<Partial<Record<Caller, UserType>>> = {
  owner: 'Student',
  otherStudent: 'Student',
  teacher: 'Instructor',
  otherInstructor: 'Instructor',
  admin: 'Admin',
  otherAdmin: 'Admin',
};

/** The callers who may use the record of a request, if they have the permission. */
export type Ownership =
  /** Everybody whose role has the permission, no matter whose record it is. */
  | 'anybody permitted'
  /** The student whose record it is. */
  | 'owner'
  | 'owner or Admin'
  /** The teacher of its course may also use it. */
  | 'owner, teacher or Admin'
  | 'teacher or Admin'
  /** Nobody: the request names a person other than the caller. */
  | 'nobody';
