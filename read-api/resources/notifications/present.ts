import type { Notification } from '#contract/schemas/notifications.ts';
import type { UserType } from '#contract/schemas/users.ts';
import type { NotificationRow } from './query.ts';

/**
 * Returns the role that a notification names: the new role, or the requested role that was declined. `roles` contains the
 * old and the new role of a change, or only the requested role of a declined request. A change from a role to the same
 * role also declines a request, but does not name the requested role.
 */
const namedRole = ({ event, roles }: NotificationRow): UserType | null => {
  const [first, to] = roles as UserType[];
  if (event === 'role-declined') return to === undefined ? (first ?? null) : null;
  return to ?? null;
};

export const presentNotification = (row: NotificationRow): Notification => ({
  _id: row.id,
  event: row.event,
  at: row.at.toISOString(),
  position: row.position,
  isUnread: row.is_unread,
  course:
    row.course_id === null || row.course_name === null || row.course_code === null
      ? null
      : {
          _id: row.course_id,
          name: row.course_name,
          code: row.course_code,
          enrolmentId: row.enrolment_id,
        },
  text: row.text,
  certificateNumber: row.certificate_number,
  role: namedRole(row),
});
