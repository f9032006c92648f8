import { parseVideoAddress } from '#contract/schemas/videos.ts';

/** Describes the source of a video, or returns null if no player supports the address. */
export const describeAddress = (address: string): string | null => {
  const parsed = parseVideoAddress(address);
  if (parsed === null) return null;
  if (parsed.kind === 'youtube') return `YouTube · ${parsed.id}`;
  const host = URL.parse(parsed.address)?.host;
  return host === undefined ? 'File on this site' : `File · ${host}`;
};
