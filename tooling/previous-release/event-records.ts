import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { EventDefinition } from '#events/catalogue/define-event.ts';
import type { EventRecord } from './release-record.ts';

const objectSchema = z.object({
  required: z.array(z.string()).default([]),
  properties: z.record(z.string(), z.unknown()).default({}),
});

/** Returns the records of event definitions, by type. */
export const recordEvents = (
  definitions: ReadonlyMap<string, EventDefinition>,
): Record<string, EventRecord> =>
  Object.fromEntries(
    [...definitions]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([type, { version, schema }]) => [
        type,
        { version, ...objectSchema.parse(z.toJSONSchema(schema, { unrepresentable: 'any' })) },
      ]),
  );

/**
 * Returns a sentence for each field that services of the previous release would misread, and for each event that is no longer defined
 * or has an older version. The services notice new types and new versions (`UnknownEventError`), but not a different shape of the same
 * version.
 */
export const findMisreadEvents = (
  previous: Readonly<Record<string, EventRecord>>,
  current: Readonly<Record<string, EventRecord>>,
): string[] =>
  Object.entries(previous).flatMap(([type, before]) => {
    const now = current[type];
    if (!now) return [`${type} is no longer defined, but logs contain it.`];
    if (now.version > before.version) return [];
    if (now.version < before.version)
      return [`${type} went back from version ${before.version} to ${now.version}.`];
    return Object.entries(before.properties).flatMap(([field, schema]) => {
      const isSame =
        isDeepStrictEqual(schema, now.properties[field]) &&
        (now.required.includes(field) || !before.required.includes(field));
      return isSame
        ? []
        : [
            `${type}.${field} has a different shape in the same version ${now.version}. Raise the version and add an upcaster.`,
          ];
    });
  });
