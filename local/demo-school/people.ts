import type { UserType } from '#contract/schemas/users.ts';
import { demoAccounts } from './accounts.ts';

export type DemoPerson = {
  uid: string;
  name: string;
  email: string;
  imageUrl: string;
  userType: UserType;
  /** The day of registration; 0 is twelve months ago. */
  day: number;
};

const plainLetters = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^a-zA-Z .-]/g, '')
    .toLowerCase();
const slugOf = (name: string) => plainLetters(name).replace(/[ .]+/g, '-');
const portraitCount = 12;

const createPerson = (name: string, userType: UserType, day: number, index: number): DemoPerson => ({
  uid: `demo-${slugOf(name)}`,
  name,
  email: `${plainLetters(name).replaceAll(' ', '.')}@${userType === 'Student' ? 'students' : 'staff'}.lyceum.example`,
  imageUrl: `/people/portrait-${(index % portraitCount) + 1}.svg`,
  userType,
  day,
});

const registrationDays: Record<UserType, number> = { Admin: 0, Instructor: 1, Student: 41 };
const peopleWithAccounts: DemoPerson[] = demoAccounts.map(({ password: _, ...account }) => ({
  ...account,
  day: registrationDays[account.userType],
}));

const teachers = [
  'Tomás Rivera',
  'Mei Lin Chua',
  'Priya Raman',
  'Jonas Aalto',
  'Fatima El-Sayed',
  'Desmond Achebe',
  'Nora Whitfield',
  'Adaeze Obi',
].map((name, index) => createPerson(name, 'Instructor', 2 + index * 3, index));

/** Kwame registered as a student and became an instructor; Bruno registered as a student and became the second Admin. */
export const kwame = createPerson('Kwame Mensah', 'Student', 4, 9);
export const bruno = createPerson('Bruno Keller', 'Student', 3, 10);

/** A new student registers about every eight days. */
const students = [
  ...['Aisha Malik', 'Lukas Novak', 'Chloé Laurent', 'Hiroshi Tanaka', 'Zanele Dube', 'Mateo Silva'],
  ...['Freya Lindqvist', 'Omar Farouk', 'Grace Njoroge', 'Ivan Petrov', 'Leila Hosseini', 'Noah Becker'],
  ...['Sofia Rossi', 'Arjun Nair', 'Emma Kowalska', 'Youssef Amrani', 'Hana Suzuki', 'Liam Gallagher'],
  ...['Valentina Cruz', 'Anders Holm', 'Thandiwe Khumalo', 'Elif Demir', 'Daniel Mwangi', 'Camille Roy'],
  ...['Wei Zhang', 'Ingrid Solberg', 'Rafael Costa', 'Nadia Rahman', 'Oliver Hughes', 'Minh Nguyen'],
  ...['Katarína Horváthová', 'Babajide Ade', 'Rosa Jiménez', 'Tariq Aziz', 'Signe Madsen', 'Pedro Alves'],
  ...['Yara Haddad', 'Jakub Zieliński', 'Amara Diallo', 'Greta Vogel'],
].map((name, index) => createPerson(name, 'Student', 12 + Math.round(index * 8.3), index + 3));

/** All users who ever registered with the demo school, in order of registration. */
export const demoPeople: readonly DemoPerson[] = [
  ...peopleWithAccounts,
  ...teachers,
  kwame,
  bruno,
  ...students,
].toSorted((a, b) => a.day - b.day);

/** Returns the person with a name. @throws Error if there is none. */
export const personNamed = (name: string): DemoPerson => {
  const found = demoPeople.find((one) => one.name === name);
  if (!found) throw new Error(`The demo school has no person called ${name}.`);
  return found;
};
