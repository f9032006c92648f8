import {
  type Announcement,
  type AnnouncementType,
  announcementTypes,
} from '#contract/announcements.ts';

export const posterRoles = ['Admin', 'Instructor'] as const;
export type PosterRole = (typeof posterRoles)[number];

/** What one role posted, by type; the types in their order. */
export const columnsOf = (
  list: readonly Announcement[],
  role: PosterRole,
): { type: AnnouncementType; posted: readonly Announcement[] }[] =>
  announcementTypes.map((type) => ({
    type,
    posted: list.filter((one) => one.userType === role && one.type === type),
  }));
