import { readVideoAddress } from '#contract/videos.ts';

/** Where a typed address leads, in words; null while it is none that can be played. */
export const addressInWords = (address: string): string | null => {
  const read = readVideoAddress(address);
  if (read === null) return null;
  if (read.kind === 'youtube') return `YouTube · ${read.id}`;
  const host = URL.parse(read.address)?.host;
  return host === undefined ? 'A file of this site' : `A file · ${host}`;
};
