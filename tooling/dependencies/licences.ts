/** Finds packages whose licences do not permit what we do with them: use, change and pass on, without conditions for our own code. */

type LockEntry = {
  license?: string;
  /** The package may be missing: for example, it is for another platform, or could not be built. */
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  /** The entry is a link to a folder of this repository. */
  link?: boolean;
};
export type Lock = { packages: Record<string, LockEntry> };

/** A package that may have a licence which is not on the list. Its versions with yet another licence are refused. */
export type Exception = {
  /** The name of the package, or the beginning of names with `*` at the end. */
  name: string;
  /** What the package states; null if it states nothing. */
  licence: string | null;
  reason: string;
};

/** Permissive licences, by their SPDX identifiers. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/**
 * Returns whether an SPDX expression permits everything that a permissive licence does. Of alternatives (OR) one must, of parts
 * (AND) all must. Anything else, such as `SEE LICENSE IN …`, does not.
 */
export const isPermissive = (expression: string): boolean => {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let next = 0;
  const readOperand = (): boolean => {
    const token = tokens[next++] ?? '';
    if (token !== '(') return permissive.has(token);
    const isAllowed = readAlternatives();
    return tokens[next++] === ')' && isAllowed;
  };
  const readParts = (): boolean => {
    let isAllowed = readOperand();
    while (tokens[next] === 'AND') {
      next += 1;
      isAllowed = readOperand() && isAllowed;
    }
    return isAllowed;
  };
  const readAlternatives = (): boolean => {
    let isAllowed = readParts();
    while (tokens[next] === 'OR') {
      next += 1;
      isAllowed = readParts() || isAllowed;
    }
    return isAllowed;
  };
  const isAllowed = readAlternatives();
  return isAllowed && next === tokens.length;
};

const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

const covers = ({ name }: Exception, packageName: string): boolean =>
  name.endsWith('*') ? packageName.startsWith(name.slice(0, -1)) : packageName === name;

/**
 * Returns one sentence for each package without a permissive licence and for each exception that no package needs any more.
 * @param readInstalledLicence reads the licence of an installed package, for those whose licence the lock does not contain; null
 * if the package is not installed or states no licence.
 */
export const findLicenceProblems = (
  lock: Lock,
  readInstalledLicence: (path: string) => string | null,
  exceptions: readonly Exception[],
): string[] => {
  const packages = Object.entries(lock.packages).filter(([path, { link }]) => path !== '' && !link);
  const statedLicence = (path: string, entry: LockEntry) => entry.license ?? readInstalledLicence(path);
  const wholes = new Map<string, string[]>();
  const addParts = (path: string, parts: Record<string, string> = {}) => {
    for (const name of Object.keys(parts)) wholes.set(name, [...(wholes.get(name) ?? []), path]);
  };
  for (const [path, { optional, dependencies, optionalDependencies }] of packages) {
    addParts(path, optionalDependencies);
    if (optional) addParts(path, dependencies);
  }
  /**
   * The lock may contain no licence of packages that are not installed, because they are for other platforms or could not be
   * built. Such a package is a part of the package that names it as optional, and has its licence; so have its own parts.
   */
  const licenceOfWhole = (path: string, inner: readonly string[] = []): string | null => {
    for (const whole of wholes.get(nameOf(path)) ?? []) {
      const entry = lock.packages[whole];
      if (entry === undefined || inner.includes(whole)) continue;
      const licence = statedLicence(whole, entry) ?? licenceOfWhole(whole, [...inner, whole]);
      if (licence !== null) return licence;
    }
    return null;
  };
  const used = new Set<Exception>();
  const problems: string[] = [];
  for (const [path, entry] of packages) {
    const name = nameOf(path);
    const licence = statedLicence(path, entry) ?? (entry.optional ? licenceOfWhole(path) : null);
    if (licence !== null && isPermissive(licence)) continue;
    const exception = exceptions.find((one) => one.licence === licence && covers(one, name));
    if (exception) used.add(exception);
    else
      problems.push(
        `${name} (${path}) ${licence === null ? 'states no licence.' : `has the licence "${licence}", which is not permissive.`}`,
      );
  }
  for (const exception of exceptions)
    if (!used.has(exception))
      problems.push(
        `The exception for ${exception.name} with the licence "${exception.licence}" is not needed any more. Delete it.`,
      );
  return problems;
};
