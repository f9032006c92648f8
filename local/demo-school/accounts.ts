import type { UserType } from '#events/contract/users.ts';

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
    imageUrl: '/people/ada-okafor.svg',
  },
  {
    uid: 'demo-instructor',
    userType: 'Instructor',
    name: 'Ilse Brandt',
    email: 'instructor@lyceum.example',
    password: 'lyceum-instructor',
    imageUrl: '/people/ilse-brandt.svg',
  },
  {
    uid: 'demo-student',
    userType: 'Student',
    name: 'Samir Haddad',
    email: 'student@lyceum.example',
    password: 'lyceum-student',
    imageUrl: '/people/samir-haddad.svg',
  },
] as const satisfies readonly DemoAccount[];

export const demoAccountOf = (userType: UserType): DemoAccount => {
  const found = demoAccounts.find((account) => account.userType === userType);
  if (!found) throw new Error(`The demo school has no account for the role ${userType}.`);
  return found;
};
