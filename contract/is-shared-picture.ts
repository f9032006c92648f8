import { isPathOnThisOrigin } from './fields/text.ts';

/**
 * Returns whether the picture of a user may be shown to other users. A host of the user's choice would see when, and from which
 * IP address, others look at the picture, for example when an Admin opens the list of users.
 * @param imageHosts the hosts that the school trusts, in lower case.
 */
export const isSharedPicture = (address: string, imageHosts: readonly string[]): boolean => {
  if (isPathOnThisOrigin(address)) return true;
  const url = URL.parse(address);
  return url?.protocol === 'https:' && imageHosts.includes(url.host);
};
