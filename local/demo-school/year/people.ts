import type { UserType } from '#contract/schemas/users.ts';
import { bruno, type DemoPerson, demoPeople, kwame, personNamed } from '../people.ts';
import { type DemoCommand, idOfPerson, keyOf } from './demo-command.ts';

const register = (person: DemoPerson): DemoCommand => ({
  ...{ day: person.day + 0.35, by: person, method: 'POST', path: '/users', params: {} },
  body: {
    name: person.name,
    imageUrl: person.imageUrl,
    email: person.email,
    userType: person.userType,
  },
  key: keyOf(`register ${person.uid}`),
});

const changeRole = (day: number, by: DemoPerson, person: DemoPerson, userType: UserType): DemoCommand => ({
  ...{ day, by, method: 'PATCH', path: '/users/{id}', params: { id: idOfPerson(person) } },
  body: { userType },
  key: keyOf(`role ${person.uid} ${day}`),
});

const editProfile = (
  day: number,
  person: DemoPerson,
  changes: { name?: string; imageUrl?: string },
): DemoCommand => ({
  ...{ day, by: person, method: 'PUT', path: '/users/{email}', params: { email: person.email } },
  body: { name: person.name, imageUrl: person.imageUrl, ...changes },
  key: keyOf(`profile ${person.uid} ${day}`),
});

const remove = (day: number, by: DemoPerson, person: DemoPerson): DemoCommand => ({
  ...{ day, by, method: 'DELETE', path: '/users/{id}', params: { id: idOfPerson(person) } },
  body: null,
  key: keyOf(`remove ${person.uid}`),
});

/** Returns the commands that register and remove people, and change their roles and profiles. */
export const userCommands = (): DemoCommand[] => {
  const ada = personNamed('Ada Okafor');
  return [
    ...demoPeople.map(register),
    changeRole(25.5, ada, bruno, 'Admin'),
    changeRole(60.4, ada, kwame, 'Instructor'),
    // Appointed by mistake, reverted the next day.
    changeRole(158.7, bruno, personNamed('Hana Suzuki'), 'Instructor'),
    changeRole(159.3, bruno, personNamed('Hana Suzuki'), 'Student'),
    changeRole(290.4, ada, personNamed('Aisha Malik'), 'Instructor'),
    editProfile(102.8, personNamed('Fatima El-Sayed'), { imageUrl: '/people/portrait-11.svg' }),
    editProfile(176.2, personNamed('Chloé Laurent'), { name: 'Chloé Laurent-Moreau' }),
    editProfile(219.9, personNamed('Samir Haddad'), { imageUrl: '/people/portrait-9.svg' }),
    editProfile(307.1, personNamed('Jonas Aalto'), { name: 'Dr Jonas Aalto' }),
    remove(247.5, ada, personNamed('Ivan Petrov')),
    remove(315.6, bruno, personNamed('Tariq Aziz')),
  ];
};
