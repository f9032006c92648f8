/** A line of a migration that permits a breaking change of an object, because no service uses the object any more. */
export type ContractMarker = {
  /** The change, as `findBreakingChanges` names it. */
  change: string;
  /** The first release whose services do not use the object. */
  release: string;
};

const prefix = '-- contract: ';
const markerPattern = /^-- contract: (?<change>.+), unused since (?<release>\d+\.\d+\.\d+)$/;

/**
 * Returns the markers of a migration: lines such as
 * `-- contract: removed column read.courses.price: bigint, unused since 0.2.0`.
 * @throws SyntaxError if a line begins like a marker, but is not a valid one.
 */
export const readContractMarkers = (sql: string): ContractMarker[] =>
  sql
    .split('\n')
    .filter((text) => text.startsWith(prefix))
    .map((text) => {
      const { change, release } = markerPattern.exec(text)?.groups ?? {};
      if (!change || !release)
        throw new SyntaxError(
          `Write "${prefix}removed column read.courses.price: bigint, unused since 0.2.0" instead of "${text}".`,
        );
      return { change, release };
    });

/**
 * Returns a sentence for each error of a migration: a breaking change without a marker, a marker without a change, and
 * a marker whose version was not released.
 * @param changes from `findBreakingChanges`.
 * @param releases the versions that were released. A version that is not yet released runs nowhere.
 */
export const findForbiddenChanges = (
  changes: readonly string[],
  markers: readonly ContractMarker[],
  releases: ReadonlySet<string>,
): string[] => [
  ...changes
    .filter((change) => !markers.some((marker) => marker.change === change))
    .map(
      (change) =>
        `${change}: services of the previous release would fail. Keep it in this release; a later one may remove it with the line "${prefix}${change}, unused since …" (docs/recipes.md#change-the-schema).`,
    ),
  ...markers
    .filter(({ change }) => !changes.includes(change))
    .map(
      ({ change }) => `the marker "${change}" permits nothing: the migration does not contain this change.`,
    ),
  ...markers
    .filter(({ release }) => !releases.has(release))
    .map(({ change, release }) => `${change}: ${release} is not a release of CHANGELOG.md.`),
];
