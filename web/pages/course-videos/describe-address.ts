import { parseVideoAddress } from '#contract/schemas/videos.ts';

/** Describes the source of a video, or returns null if no player supports the address. */
export const describeAddress = (address: string): string | null => {
  const read = parseVideoAddress(address);
  if (read === null) return null;
  if (read.kind === 'youtube') return `YouTube · ${read.id}`;
  const host = URL.parse(read.address)?.host;
  return host === undefined ? 'File on this site' : `File · ${host}`;
};
