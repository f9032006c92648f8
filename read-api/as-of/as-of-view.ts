/** A view of the past, which `log as-of` serves instead of the present (see docs/log.md). */
export type AsOfView = {
  /** The schema with the read models as of `position`, and with empty state tables. */
  schema: string;
  /** The last position of the log at the moment `at`. */
  position: number;
  at: Date;
  /** The user as whom the product is viewed; null to view it as a visitor. */
  signIn: AsOfSignIn | null;
};

export type AsOfSignIn = {
  user: { userId: string; email: string; name: string; imageUrl: string };
  /** Random, created for each run. Consists of letters, digits, `-` and `_`. */
  secret: string;
};
