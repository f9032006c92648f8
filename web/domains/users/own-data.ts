import { download } from '../../client/api/download.ts';

/** A name that sorts by day: somebody may keep several copies. */
const nameFor = (day: Date) => `lyceum-my-data-${day.toISOString().slice(0, 10)}.zip`;

/** A copy of everything that the school holds on the signed-in person. @throws ApiError */
export const copyOfOwnData = async (): Promise<{ name: string; content: Blob }> => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return { name: nameFor(new Date()), content: await download('POST', '/me/data', { timeZone }) };
};
