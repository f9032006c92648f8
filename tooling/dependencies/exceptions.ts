import type { Exception } from './licences.ts';

const font =
  'A font that the client delivers unchanged. The licence permits that; a changed font needs a different name.';
const cssCompiler =
  'Compiles the style sheet of the client. The licence covers its own files, which we do not change.';

/** Packages whose licences are not on the list of permissive ones, and why we use them anyway. */
export const exceptions: readonly Exception[] = [
  { name: '@fontsource-variable/fraunces', licence: 'OFL-1.1', reason: font },
  { name: '@fontsource-variable/inter', licence: 'OFL-1.1', reason: font },
  { name: '@fontsource/noto-naskh-arabic', licence: 'OFL-1.1', reason: font },
  { name: '@fontsource/noto-sans-bengali', licence: 'OFL-1.1', reason: font },
  {
    name: 'axe-core',
    licence: 'MPL-2.0',
    reason: 'Checks pages in tests. The licence covers its own files, which we neither change nor deliver.',
  },
  { name: 'lightningcss', licence: 'MPL-2.0', reason: cssCompiler },
  { name: 'lightningcss-*', licence: 'MPL-2.0', reason: cssCompiler },
  {
    name: 'deep-freeze',
    licence: 'public domain',
    reason:
      'A part of the Auth emulator (firebase-tools). Nobody holds rights in it; there is no SPDX identifier for that.',
  },
  {
    name: 'humanize-number',
    licence: null,
    reason: 'A part of the S3 server of the tests (@20minutes/s3rver). Its file Readme.md says MIT.',
  },
  {
    name: 'url-template',
    licence: 'BSD',
    reason:
      'A part of the Auth emulator (firebase-tools). Its file LICENSE is the BSD licence with three clauses.',
  },
  {
    name: 'valid-url',
    licence: null,
    reason: 'A part of the Auth emulator (firebase-tools). Its file LICENSE is the MIT licence.',
  },
];
