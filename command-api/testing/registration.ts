/** The body of a registration, for tests. @param userType the role that is wished for; the call's own choice without it. */
export const registration = (email: string, userType?: string) => ({
  name: 'Anna',
  imageUrl: '/a.svg',
  email,
  ...(userType ? { userType } : {}),
});
