import manifest from 'virtual:client-manifest';
import { matchPath } from 'react-router-dom';
import { paths, patterns } from '../../client/paths.ts';

/** The modules of the rendered pages, by the pattern of their address. */
const pageModules: Readonly<Record<string, string>> = {
  [paths.home]: 'pages/home/home-page.tsx',
  [paths.allCourses]: 'pages/catalogue/catalogue-page.tsx',
  [patterns.courseDetails]: 'pages/course-details/course-details-page.tsx',
  [paths.instructors]: 'pages/instructors/instructors-page.tsx',
  [patterns.verify]: 'pages/verify-certificate/verify-page.tsx',
  [paths.about]: 'pages/site/about-page.tsx',
  [paths.faq]: 'pages/site/faq-page.tsx',
  [paths.privacyPolicy]: 'pages/site/privacy-page.tsx',
  [paths.termsOfService]: 'pages/site/terms-page.tsx',
};

/** Returns HTML elements that load the scripts of a page at the same time as the entry script, instead of after it. */
export const createPreloadLinks = (pathname: string): string => {
  const pattern = Object.keys(pageModules).find((known) => matchPath(known, pathname) !== null);
  const module = pattern === undefined ? undefined : pageModules[pattern];
  if (module === undefined) return '';
  const files = new Set<string>();
  const addWithImports = (name: string) => {
    const entry = manifest[name];
    if (entry === undefined || files.has(entry.file)) return;
    files.add(entry.file);
    for (const imported of entry.imports ?? []) addWithImports(imported);
  };
  addWithImports(module);
  const startFiles = listStartFiles();
  return [...files]
    .filter((file) => !startFiles.has(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('');
};

/** Returns files that every page loads: the entry script and the files that it imports directly. */
const listStartFiles = (): ReadonlySet<string> => {
  const entry = manifest['index.html'];
  return new Set(
    entry ? [entry.file, ...(entry.imports ?? []).flatMap((name) => manifest[name]?.file ?? [])] : [],
  );
};
