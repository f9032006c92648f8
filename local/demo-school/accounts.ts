import type { UserType } from '#contract/schemas/users.ts';

export type DemoAccount = {
  /** The identity's fixed uid, which connects the user in the log with the account. */
  uid: string;
  userType: UserType;
  name: string;
  email: string;
  password: string;
  imageUrl: string;
};

/** The demo accounts that can sign in, one per role. Their passwords are public. */
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

/** Returns the demo account of a role. @throws Error if there is none. */
export const demoAccountOf = (userType: UserType): DemoAccount => {
  const found = demoAccounts.find((account) => account.userType === userType);
  if (!found) throw new Error(`The demo school has no account for the role ${userType}.`);
  return found;
};

/** Formats the accounts for the terminal, one line per role. */
export const formatDemoAccounts = (): string =>
  demoAccounts
    .map(({ userType, email, password }) => `  ${userType.padEnd(12)}${email.padEnd(30)}${password}`)
    .join('\n');
