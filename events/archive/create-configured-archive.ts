import type { ArchiveSettings } from '#platform/archive-settings.ts';
import type { Archive } from './archive.ts';
import type { ArchiveError } from './archive-error.ts';

/**
 * Creates the reader of the archive that a process is configured with; null if it has none. The modules that read Parquet are loaded
 * only when they are first needed.
 * @param options.onFailure called for each failed read of the store.
 * @param options.timeoutMs how long a read from an S3 store may take, with its retries; default 30 s.
 */
export const createConfiguredArchive = (
  settings: ArchiveSettings | null,
  options: { onFailure?: (error: ArchiveError) => void; timeoutMs?: number } = {},
): Archive | null => {
  if (settings === null) return null;
  const load = async (): Promise<Archive> => {
    const { createArchive } = await import('./archive.ts');
    const { createObjectStore } = await import('./create-object-store.ts');
    return createArchive(createObjectStore(settings, options), options);
  };
  let loading: Promise<Archive> | null = null;
  const open = () => {
    loading ??= load().catch((error: unknown) => {
      // The next read tries again.
      loading = null;
      throw error;
    });
    return loading;
  };
  return {
    readRange: async (...args) => (await open()).readRange(...args),
    readAt: async (...args) => (await open()).readAt(...args),
    findStream: async (...args) => (await open()).findStream(...args),
    async *readStreams(segment) {
      yield* (await open()).readStreams(segment);
    },
    positionBefore: async (...args) => (await open()).positionBefore(...args),
    readCounts: async (segment) => (await open()).readCounts(segment),
    checkFooters: async (segment) => (await open()).checkFooters(segment),
  };
};
