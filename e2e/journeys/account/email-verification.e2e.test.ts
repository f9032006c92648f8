import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { followPath } from '#e2e/support/browser/follow-path.ts';
import { type PageFixtures, test } from '#e2e/support/journey.ts';
import { createPerson, fillRegistrationForm, type NewPerson } from '#e2e/support/person.ts';
import { type Product, startProduct, stopProduct } from '#e2e/support/product/start-product.ts';
import { openTraceReceiver, type TraceReceiver } from '#platform/testing/trace-receiver.ts';

const firstAdmin = createPerson('Student');
let product: Product;
/** Receives the traces of this product. The products of all other journeys export none. */
let collector: TraceReceiver;
beforeAll(async () => {
  collector = await openTraceReceiver();
  product = await startProduct({
    args: ['--empty'],
    env: {
      EMAIL_VERIFICATION: 'required',
      ROLE_SIGNUP: 'approval',
      ADMIN_EMAILS: firstAdmin.email,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
    },
  });
});
afterAll(async () => {
  await stopProduct(product);
  await collector[Symbol.asyncDispose]();
});

/** Collects the trace ids of the requests that a page sends to a path. The returned list grows with each request. */
const collectTraceIds = (page: Page, method: string, path: string): (string | null)[] => {
  const traceIds: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.method() !== method || new URL(request.url()).pathname !== path) return;
    traceIds.push(/^00-([0-9a-f]{32})-/.exec(request.headers().traceparent ?? '')?.[1] ?? null);
  });
  return traceIds;
};

/** Returns the verification links that the identity provider has sent to a person, in order. The Auth emulator prints them instead of sending e-mails. */
const findLinks = ({ email }: NewPerson) =>
  [...product.printed().matchAll(/E-mail to (\S+) \(VERIFY_EMAIL\): (\S+)/g)].flatMap(([, to, link]) =>
    to === email && link ? [link] : [],
  );

const openRegistration = async (visit: PageFixtures['visit']) => {
  // `visit` opens the product of this worker, but this file starts its own.
  const page = await visit('/');
  await page.goto(`${product.url}/auth/register`);
  return page;
};
const register = async (page: Page, person: NewPerson) => {
  await fillRegistrationForm(page, person);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('heading', { name: 'Verify your e-mail address' }).waitFor();
  await page.getByText(`We sent a link to ${person.email}.`).waitFor();
  await page.getByRole('button', { name: 'OK' }).click();
  await page.waitForURL('**/auth/login');
};
const logIn = async (page: Page, person: NewPerson) => {
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
};
const openLink = async (link: string | undefined) => {
  const response = await fetch(link ?? '');
  expect(response.status).toBe(200);
};

test('a person who has not verified the address sees what to do, and has an account after opening the link', async ({
  visit,
}) => {
  const page = await openRegistration(visit);
  const person = createPerson('Instructor');
  await register(page, person);
  await expect.poll(() => findLinks(person).length).toBe(1);

  await logIn(page, person);
  await page.waitForURL('**/auth/complete-registration');
  await page.getByText('To finish, open the link that we sent to').waitFor();
  await page.getByRole('button', { name: 'I have opened the link' }).click();
  await page.getByText('The address is not verified yet. Open the link in the e-mail first.').waitFor();

  const sendAgain = page.getByRole('button', { name: 'Send again', exact: true });
  await sendAgain.click();
  await page.getByText(`We sent a new link to ${person.email}.`).waitFor();
  await expect.poll(() => findLinks(person).length).toBe(2);
  // Screen readers do not read the countdown. The button keeps the focus.
  await sendAgain.getByText(/^\(in \d+ s\)$/).waitFor();
  expect(await sendAgain.isDisabled()).toBe(true);
  expect(await sendAgain.evaluate((button) => button === document.activeElement)).toBe(true);

  await openLink(findLinks(person).at(-1));
  const registrations = collectTraceIds(page, 'POST', '/users');
  await page.getByRole('button', { name: 'I have opened the link' }).click();
  await page.waitForURL(`${product.url}/`);
  // One trace leads from the request of this browser to the live update.
  const spansByTrace = () =>
    registrations.map((traceId) =>
      collector.spansOf(traceId ?? '').map(({ service, name }) => `${service}: ${name}`),
    );
  await expect
    .poll(spansByTrace)
    .toContainEqual(
      expect.arrayContaining([
        'command-api: POST /users',
        'command-api: append',
        'projector: project',
        'read-api: live update',
      ]),
    );
  await followPath(page, '/myProfile');
  await page.getByText(person.email).first().waitFor();
  // Somebody who registers as an Instructor is a Student until an Admin grants the role.
  await page.getByText('Student', { exact: true }).first().waitFor();
});

test('a user named in ADMIN_EMAILS becomes an Admin at the first login after the verification', async ({
  visit,
}) => {
  const page = await openRegistration(visit);
  await register(page, firstAdmin);
  await expect.poll(() => findLinks(firstAdmin).length).toBe(1);
  await openLink(findLinks(firstAdmin)[0]);
  await logIn(page, firstAdmin);
  await page.waitForURL(`${product.url}/`);
  await followPath(page, '/users');
  const main = page.getByRole('main');
  await main.getByText(firstAdmin.email).waitFor();
});
