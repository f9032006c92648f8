/** Returns a body of POST /users. @param userType the requested role; left out by default. */
export const registrationBody = (email: string, userType?: string) => ({
  name: 'Anna',
  imageUrl: '/a.svg',
  email,
  ...(userType ? { userType } : {}),
});
