import { expect, test } from 'vitest';
import { createCertificateFileName } from './file-name.ts';

test.each([
  ['Databases That Remember', 'Databases That Remember-certificate.png'],
  ['কম্পিউটার / গণনা', 'কম্পিউটার - গণনা-certificate.png'],
  ['../../etc/passwd', 'etc-passwd-certificate.png'],
  ['C:\\a*b?"<c>|d', 'C-a-b-c-d-certificate.png'],
  ['A\u202Egnp.exe', 'A-gnp.exe-certificate.png'],
  ['two\nlines\u0000', 'two-lines-certificate.png'],
  [' . ', 'course-certificate.png'],
  ['///', 'course-certificate.png'],
])('converts the course name %j into the file name %j', (name, file) => {
  expect(createCertificateFileName(name)).toBe(file);
});

test('truncates a long name without splitting a character', () => {
  for (const character of ['a', 'ক', '👩‍👩‍👧']) {
    const name = createCertificateFileName(character.repeat(200));
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
    expect(name).toMatch(new RegExp(`^(${character})+-certificate\\.png$`, 'u'));
  }
});
