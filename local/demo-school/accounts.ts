import type { UserType } from '#contract/users.ts';

export type DemoAccount = {
  /** The identity's uid: fixed, so that the person of the log and the account belong together. */
  uid: string;
  userType: UserType;
  name: string;
  email: string;
  password: string;
  imageUrl: string;
};

/** The people of the demo school who can sign in, one for each role. Their passwords are no secret. */
export const demoAccounts = [
  {
    uid: 'demo-admin',
    userType: 'Admin',
    name: 'Ada Okafor',
    email: 'admin@lyceum.example',
    password: 'lyceum-admin',
    imageUrl: '/people/portrait-2.svg',
  },
  {
    uid: 'demo-instructor',
    userType: 'Instructor',
    name: 'Ilse Brandt',
    email: 'instructor@lyceum.example',
    password: 'lyceum-instructor',
    imageUrl: '/people/portrait-5.svg',
  },
  {
    uid: 'demo-student',
    userType: 'Student',
    name: 'Samir Haddad',
    email: 'student@lyceum.example',
    password: 'lyceum-student',
    imageUrl: '/people/portrait-8.svg',
  },
] as const satisfies readonly DemoAccount[];

export const demoAccountOf = (userType: UserType): DemoAccount => {
  const found = demoAccounts.find((account) => account.userType === userType);
  if (!found) throw new Error(`The demo school has no account for the role ${userType}.`);
  return found;
};

/** For the terminal: one line for each role. */
export const demoAccountsTable = (): string =>
  demoAccounts
    .map(({ userType, email, password }) => `  ${userType.padEnd(12)}${email.padEnd(30)}${password}`)
    .join('\n');
