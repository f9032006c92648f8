import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { fetchToken } from '#e2e/support/api-calls.ts';
import { inspectAccessibility } from '#e2e/support/browser/accessibility.ts';
import { isFocused } from '#e2e/support/browser/keyboard.ts';
import {
  type Box,
  findInk,
  parsePicture,
  readPictureFile,
  readQrCode,
} from '#e2e/support/browser/picture.ts';
import { waitUntilLive } from '#e2e/support/browser/wait-until-live.ts';
import { createEnrolledStudent, type EnrolledStudent } from '#e2e/support/enrolled-student.ts';
import { productUrl, test } from '#e2e/support/journey.ts';
import { demoAccountOf } from '#local/demo-school/accounts.ts';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';

const certificateWidth = 1600;
/** Areas of the certificate, in its own pixels. */
const nameBand: Box = { left: 180, top: 308, width: 1240, height: 140 };
const aboveName: Box = { left: 180, top: 249, width: 420, height: 58 };
const qrCode: Box = { left: 180, top: 804, width: 172, height: 172 };
/** Pixels of the downloaded file per pixel of the certificate. */
const fileScale = 2;
/** Pixels of a screenshot in print per pixel of the certificate. A4 is 1122.5 pixels wide (297 mm at 96 dpi). */
const printScale = 0.70157;

const renameStudent = (student: EnrolledStudent, name: string) =>
  student.call('PUT', `/users/${encodeURIComponent(student.person.email)}`, {
    name,
    imageUrl: '/people/portrait-2.svg',
  });
const waitForPaper = (page: Page) =>
  page.locator('.certificate-paper[data-ready=true]').waitFor({ state: 'attached' });
const readNumber = (page: Page) => page.locator('.certificate-number').textContent();
const waitUntilGenuine = (page: Page) =>
  page.getByText('This certificate is genuine', { exact: true }).waitFor();

const download = async (page: Page, button: string) => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), path: await file.path() };
};

/** Checks a saved proof with the command-line program `events/seals/main.ts`. */
const checkOffline = (file: string) =>
  new Promise<{ code: number; out: string }>((resolve) => {
    const program = join(import.meta.dirname, '..', '..', '..', 'events', 'seals', 'main.ts');
    execFile(process.execPath, [program, 'check', file], { env: inheritedEnvironment() }, (error, out) =>
      resolve({ code: error ? Number(error.code) : 0, out }),
    );
  });

test('a collected certificate appears in all tabs, and its file and print are correct', async ({
  visitAs,
}) => {
  const student = await createEnrolledStudent('Plain English', 4);
  const name = 'Rokeya Sakhawat';
  await renameStudent(student, name);
  const page = await visitAs(student.person, `${student.path}?tab=certificate`, {
    acceptDownloads: true,
  });
  const panel = page.getByRole('tabpanel', { name: 'Certificate' });
  await panel.getByText('4 of 5 completed.').waitFor();
  expect(await page.getByRole('button', { name: 'Collect Certificate' }).count()).toBe(0);
  const other = await page.context().newPage();
  await other.goto(`${productUrl()}${student.path}?tab=certificate`);
  await waitUntilLive(other);

  await page.getByRole('button', { name: 'Complete Module 5', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).press('Enter');
  // After the popup the focus moves to this panel. A key that is pressed just before that would be lost.
  await expect.poll(() => isFocused(page.getByRole('tabpanel', { name: 'Review' }))).toBe(true);
  await page.getByRole('button', { name: 'Collect Certificate', exact: true }).press('Enter');
  await waitForPaper(page);
  await waitForPaper(other);
  const number = await readNumber(page);
  expect(await readNumber(other)).toBe(number);
  const certificates = await student.call('GET', `/certificates/${encodeURIComponent(student.person.email)}`);
  expect(certificates).toMatchObject([{ number, studentName: name, courseName: 'Plain English' }]);
  await other.keyboard.press('Control+k');
  await other.getByPlaceholder('Search or jump to…').fill('certificate english');
  await other.getByRole('option', { name: `Certificate: Plain English ${number}` }).click();
  await other.waitForURL(`**/verify/${number}`);

  const requested: string[] = [];
  page.on('request', (request) => void requested.push(request.url()));
  const file = await download(page, 'Download picture');
  // Drawing the picture loads nothing from other sites.
  expect(requested.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(productUrl()))).toEqual([]);
  expect(file.name).toBe('Plain English-certificate.png');
  const picture = readPictureFile(file.path);
  expect([picture.width, picture.height]).toEqual([3200, 2262]);
  const inFile = findInk(picture, nameBand, fileScale);
  expect(findInk(picture, aboveName, fileScale)).toBeNull();
  expect(readQrCode(picture, qrCode, fileScale)).toBe(`${productUrl()}/verify/${number}`);

  const pdfFile = await download(page, 'Download PDF');
  expect(pdfFile.name).toBe('Plain English-certificate.pdf');
  const savedPdf = readFileSync(pdfFile.path, 'latin1');
  expect(savedPdf).toMatch(/^%PDF-1\.4\n[\s\S]*\/Width 3200 \/Height 2262[\s\S]*%%EOF\n$/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${productUrl()}/verify/${number}`);
  // If the browser refuses access to the clipboard, the page shows the link until the user closes it.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('Refused.'));
  });
  await page.getByRole('button', { name: 'Copy link' }).click();
  const message = page.getByRole('alertdialog', { name: 'Copy this link' });
  await message.getByText(`${productUrl()}/verify/${number}`, { exact: true }).waitFor();
  await message.getByRole('button', { name: 'OK' }).press('Enter');
  await message.waitFor({ state: 'detached' });
  // A preview on another site names the course, but not the student.
  const readPreview = async () => {
    const preview = await fetch(`${productUrl()}/verify/${number}`, {
      headers: { 'user-agent': 'Slackbot-LinkExpanding 1.0', accept: '*/*' },
    });
    return preview.text();
  };
  // A busy server sends the page without its description.
  await expect.poll(readPreview).toContain('<meta property="og:title" content="Certificate: Plain English">');
  expect(await readPreview()).not.toContain(name);
  expect((await fetch(`${productUrl()}/share.png`)).headers.get('content-type')).toBe('image/png');

  // In print, the certificate is one landscape A4 page, with the name in the same place as in the file.
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 1123, height: 794 });
  const printed = findInk(parsePicture(await page.screenshot()), nameBand, printScale);
  if (!inFile || !printed) throw new Error('The name is not on the paper.');
  for (const side of ['left', 'top', 'width', 'height'] as const)
    expect(Math.abs(inFile[side] - printed[side])).toBeLessThan(4);
  // The name is centred. Its letters are 56 pixels high, so it is about 500 pixels wide.
  expect(Math.abs(inFile.left + inFile.width / 2 - certificateWidth / 2)).toBeLessThan(4);
  expect(inFile.width).toBeGreaterThan(350);
  expect(inFile.width).toBeLessThan(600);
  // An A4 page, in points.
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  const [, width, height] = /\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/.exec(pdf) ?? [];
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([842, 595]);
  await page.emulateMedia({ media: 'screen' });
  expect(await inspectAccessibility(page, () => waitForPaper(page))).toEqual([]);

  // The profile lists the certificate, and the student can download it from its public page.
  await other.goto(`${productUrl()}/myProfile`);
  const section = other.getByRole('region', { name: 'Certificates' });
  await section.getByRole('link', { name: 'Plain English' }).press('Enter');
  await other.waitForURL(`**/verify/${number}`);
  await waitUntilGenuine(other);
  await other.getByRole('button', { name: 'Download picture', exact: true }).waitFor();
});

test('a name of 200 characters in Bengali script fits into its area', async ({ visitAs }) => {
  const student = await createEnrolledStudent('Plain English', 5);
  await renameStudent(student, 'মোহাম্মদ শফিকুল ইসলাম চৌধুরী '.repeat(7).slice(0, 200).trim());
  await student.collectCertificate();
  const page = await visitAs(student.person, `${student.path}?tab=certificate`, {
    acceptDownloads: true,
    viewport: { width: 390, height: 844 },
  });
  await waitForPaper(page);
  const picture = readPictureFile((await download(page, 'Download picture')).path);
  const ink = findInk(picture, nameBand, fileScale);
  if (!ink) throw new Error('The name is not on the paper.');
  expect(ink.top).toBeGreaterThan(nameBand.top);
  expect(ink.top + ink.height).toBeLessThan(nameBand.top + nameBand.height);
  expect(ink.left).toBeGreaterThan(nameBand.left);
  expect(ink.left + ink.width).toBeLessThan(nameBand.left + nameBand.width);
  // The name takes up several lines.
  expect(ink.height).toBeGreaterThan(70);
});

test('anyone can verify a certificate in the browser and on the command line, and it is withdrawn when its owner is removed', async ({
  visit,
}) => {
  const student = await createEnrolledStudent('Plain English', 5);
  const number = await student.collectCertificate();
  const page = await visit('/verify', { acceptDownloads: true });
  const field = page.getByLabel('Certificate number');
  // The last letter or digit is a check symbol, so a wrong number is detected before a request is sent.
  await field.fill(number.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
  await field.press('Enter');
  await page.getByText(/^This is not a valid certificate number/).waitFor();
  await field.fill(number.toLowerCase().replaceAll('-', ' '));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.waitForURL(`**/verify/${number}`);
  await waitUntilGenuine(page);
  await page.getByRole('main').getByText(student.person.name, { exact: true }).first().waitFor();
  const steps = page.getByRole('listitem').filter({ hasText: '· Verified' });
  expect(await steps.count()).toBe(4);
  expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0);
  await page.getByText('Details for experts').press('Enter');
  await page.getByText('Root of the history of', { exact: false }).waitFor();
  expect(
    await inspectAccessibility(page, async () => {
      await waitUntilGenuine(page);
      await waitForPaper(page);
    }),
  ).toEqual([]);

  const saved = await download(page, 'Download the proof');
  expect(saved.name).toBe(`${number}.json`);
  const genuineResult = await checkOffline(saved.path);
  expect(genuineResult.out.match(/^yes: /gm)).toHaveLength(3);
  expect(genuineResult.code).toBe(0);
  const forged = `${saved.path}.forged`;
  writeFileSync(forged, readFileSync(saved.path, 'utf8').replaceAll(student.person.name, 'Eve'));
  expect(await checkOffline(forged)).toMatchObject({
    code: 1,
    out: expect.stringContaining('NO: it commits'),
  });

  // A number with a correct check symbol that was never issued.
  const unknown = 'LYC-2026-0123-YZZ4-JSCR';
  await page.goto(`${productUrl()}/verify/${unknown}`);
  await page.getByText(`There is no certificate with the number ${unknown}.`).waitFor();
  expect(await inspectAccessibility(page)).toEqual([]);

  const [ownRecord] = (await student.call(
    'GET',
    `/userType?email=${encodeURIComponent(student.person.email)}`,
  )) as {
    _id: string;
  }[];
  const admin = await fetchToken({ url: productUrl() }, demoAccountOf('Admin'));
  const removal = await fetch(`${productUrl()}/users/${ownRecord?._id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${admin}` },
  });
  expect(removal.status).toBe(200);
  const readVerification = () =>
    fetch(`${productUrl()}/verify/${number}`, {
      headers: { 'await-log-position': removal.headers.get('log-position') ?? '' },
    }).then((answer) => answer.json());
  await expect.poll(readVerification).toEqual({ status: 'withdrawn', number });
  await page.goto(`${productUrl()}/verify/${number}`);
  await page.getByText('This certificate was withdrawn.').waitFor();
  expect(await inspectAccessibility(page)).toEqual([]);
  expect(await page.getByText(student.person.name).count()).toBe(0);
});
