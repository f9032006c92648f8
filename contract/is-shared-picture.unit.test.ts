import { expect, test } from 'vitest';
import { isSharedPicture } from './is-shared-picture.ts';

const hosts = ['images.school.example', 'cdn.example:8443'];

test.each([
  '/people/portrait-1.svg',
  'https://images.school.example/a.png',
  'https://IMAGES.school.example/a.png?size=2',
  'https://cdn.example:8443/a.png',
])('shows others the picture %s', (address) => expect(isSharedPicture(address, hosts)).toBe(true));

test.each([
  'https://elsewhere.example/a.png',
  'http://images.school.example/a.png',
  'https://images.school.example:444/a.png',
  'https://images.school.example.evil.example/a.png',
  'https://images.school.example@evil.example/a.png',
  'https://x.images.school.example/a.png',
  'https://cdn.example/a.png',
  '//images.school.example/a.png',
  '/\\evil.example/a.png',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  'a.png',
  '',
])('does not show others the picture "%s"', (address) => expect(isSharedPicture(address, hosts)).toBe(false));

test('shows others only pictures of this origin if no host is named', () => {
  expect(isSharedPicture('https://images.school.example/a.png', [])).toBe(false);
  expect(isSharedPicture('/people/portrait-1.svg', [])).toBe(true);
});
