import type { ArchiveSettings } from '#platform/archive-settings.ts';
import { type Archive, createArchive } from './archive.ts';
import type { ArchiveError } from './archive-error.ts';
import { createObjectStore } from './create-object-store.ts';

/**
 * Creates the reader of the archive that a process is configured with; null if it has none.
 * @param options.onFailure called for each failed read.
 * @param options.timeoutMs how long one attempt to read from an S3 store may take; default 10 s.
 */
export const createConfiguredArchive = (
  settings: ArchiveSettings | null,
  options: { onFailure?: (error: ArchiveError) => void; timeoutMs?: number } = {},
): Archive | null =>
  settings === null ? null : createArchive(createObjectStore(settings, options), options);
