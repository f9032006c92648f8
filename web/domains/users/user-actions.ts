import { downloadFile } from '../../client/api/download.ts';

/** The date in the name keeps several copies apart and sorts them. */
const fileName = (date: Date) => `lyceum-my-data-${date.toISOString().slice(0, 10)}.zip`;

/** Downloads all data that the school holds about the signed-in user. @throws ApiError */
export const downloadOwnData = async (): Promise<{ name: string; content: Blob }> => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return { name: fileName(new Date()), content: await downloadFile('POST', '/me/data', { timeZone }) };
};
