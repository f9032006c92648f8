/** The part of the emulator's state that creates accounts. Times are texts: `lastLoginAt` in milliseconds, `validSince` in seconds. */
export type AccountCreator = {
  createUserWithLocalId(
    localId: string,
    fields: { lastLoginAt?: string; validSince?: string; [name: string]: unknown },
  ): unknown;
};

/**
 * Makes the tokens of an account valid from its sign-up on. The emulator reads the clock once for the sign-in and again for
 * `validSince`. If the clock moves on to the next second in between, the account's first token counts as revoked.
 */
export const makeTokensValidFromSignUp = (state: AccountCreator): void => {
  const create = state.createUserWithLocalId.bind(state);
  state.createUserWithLocalId = (localId, fields) => {
    const { lastLoginAt, validSince } = fields;
    if (lastLoginAt === undefined || validSince === undefined) return create(localId, fields);
    const signedInAt = Math.floor(Number(lastLoginAt) / 1_000);
    return create(localId, { ...fields, validSince: `${Math.min(Number(validSince), signedInAt)}` });
  };
};
