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

/** Allows a package to have one licence that is not on the list. The package is refused if it states another such licence. */
export type Exception = {
  /** The name of the package, or the beginning of names with `*` at the end. */
  name: string;
  /** The licence that the package states; null if it states none. */
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
 * Returns whether an SPDX expression is permissive: at least one alternative of an OR, and all parts of an AND. Any other text, such as
 * `SEE LICENSE IN …`, is not permissive.
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
 * Returns one sentence for each package that has neither a permissive licence nor an exception, and for each exception that no package
 * needs any more.
 * @param readInstalledLicence reads the licence of an installed package, and is called if the lock does not contain the licence. It
 * returns null if the package is not installed or states no licence.
 */
export const findLicenceProblems = (
  lock: Lock,
  readInstalledLicence: (path: string) => string | null,
  exceptions: readonly Exception[],
): string[] => {
  const packages = Object.entries(lock.packages).filter(([path, { link }]) => path !== '' && !link);
  const statedLicence = (path: string, entry: LockEntry) => entry.license ?? readInstalledLicence(path);
  /** The paths of the packages that depend on an optional package, by its name. */
  const dependents = new Map<string, string[]>();
  const addDependent = (path: string, dependencies: Record<string, string> = {}) => {
    for (const name of Object.keys(dependencies))
      dependents.set(name, [...(dependents.get(name) ?? []), path]);
  };
  for (const [path, { optional, dependencies, optionalDependencies }] of packages) {
    addDependent(path, optionalDependencies);
    if (optional) addDependent(path, dependencies);
  }
  /**
   * Returns the licence of the package that depends on an optional package; null if there is none. The lock may lack the licence of a
   * package that is not installed, because it is for another platform or could not be built. Such a package is a part of the package
   * that depends on it, and counts as having the same licence.
   * @param visited the paths that were already looked at, because packages can depend on each other.
   */
  const licenceOfDependent = (path: string, visited: readonly string[] = []): string | null => {
    for (const dependent of dependents.get(nameOf(path)) ?? []) {
      const entry = lock.packages[dependent];
      if (entry === undefined || visited.includes(dependent)) continue;
      const licence =
        statedLicence(dependent, entry) ?? licenceOfDependent(dependent, [...visited, dependent]);
      if (licence !== null) return licence;
    }
    return null;
  };
  const used = new Set<Exception>();
  const problems: string[] = [];
  for (const [path, entry] of packages) {
    const name = nameOf(path);
    const licence = statedLicence(path, entry) ?? (entry.optional ? licenceOfDependent(path) : null);
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
        `The exception for ${exception.name} ${exception.licence === null ? 'without a licence' : `with the licence "${exception.licence}"`} is not needed any more. Delete it.`,
      );
  return problems;
};
