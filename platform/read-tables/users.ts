/** `read.users`: the people registered with the school. Who is removed is not here. Written by the projector alone. */
export type UsersTable = {
  id: string;
  name: string;
  /** In lower case, as it is compared. Not unique: the identity provider is the judge of that. */
  email: string;
  image_url: string;
  user_type: string;
  /** The role wished for at registration that waits for an Admin. */
  wished_type: string | null;
  registered_at: Date;
  /** Where they registered: a total order without ties, for lists and their cursors. */
  registered_position: number;
  /** The last event that changed this row. */
  position: number;
};
