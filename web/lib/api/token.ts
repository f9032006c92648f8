/** Gives the signed-in person's ID token, or null for a visitor; `fresh` asks the provider for a new one. */
export type TokenProvider = (fresh: boolean) => Promise<string | null>;

let provider: TokenProvider = async () => null;

/** The session says here how tokens are had; the api client and the socket ask. */
export const provideTokens = (given: TokenProvider): void => {
  provider = given;
};

export const currentToken = (fresh = false): Promise<string | null> => provider(fresh);
