import type { UserType } from '#contract/schemas/users.ts';

/** `read.users`: registered users, without removed ones. */
export type UsersTable = {
  id: string;
  name: string;
  /**
   * In lower case. No two users share an address (`vault.emails`), except users who registered with an earlier version of
   * Lyceum. The address then stands for the one who registered first.
   */
  email: string;
  image_url: string;
  /** Name and e-mail, folded by `foldText` and separated by a line break; compare it with folded words. */
  search_text: string;
  user_type: UserType;
  /** The pending role request, or null. */
  wished_type: UserType | null;
  registered_at: Date;
  /** The position of the registration: a total order for lists and cursors. */
  registered_position: number;
  /** The position of the last event that changed this row. */
  position: number;
};
