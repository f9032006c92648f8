import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Returns the address of the archive in a data folder, which is used unless `ARCHIVE_URL` names a different object store. */
export const archiveUrlIn = (dataFolder: string): string => pathToFileURL(join(dataFolder, 'archive')).href;
