import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { UserType } from '#contract/schemas/users.ts';
import { productUrl } from './journey.ts';

export type NewPerson = {
  name: string;
  email: string;
  password: string;
  imageUrl: string;
  userType: UserType;
};

/** Returns a person with a unique name and e-mail address who is not registered yet. */
export const createPerson = (userType: UserType, firstName = userType): NewPerson => {
  const tag = randomUUID().slice(0, 8);
  return {
    name: `${firstName} ${tag}`,
    email: `${userType.toLowerCase()}-${tag}@example.org`,
    password: 'open sesame',
    imageUrl: '/people/portrait-1.svg',
    userType,
  };
};

/** Fills in the registration form on the current page. */
export const fillRegistrationForm = async (page: Page, person: NewPerson): Promise<void> => {
  await page.getByLabel('Name', { exact: true }).fill(person.name);
  await page.getByLabel('Image URL').fill(person.imageUrl);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('User type').selectOption(person.userType);
};

/** Registers a person with the registration form. Afterwards the login page is shown. */
export const registerInBrowser = async (page: Page, person: NewPerson): Promise<void> => {
  await page.goto(`${productUrl()}/auth/register`);
  await fillRegistrationForm(page, person);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('heading', { name: 'Registration Successful!' }).waitFor();
  await page.getByRole('button', { name: 'OK' }).click();
  await page.waitForURL('**/auth/login');
};
