/** The file is not a valid raw export. The message says where and why. */
export class BadExportError extends Error {
  override name = 'BadExportError';
}
