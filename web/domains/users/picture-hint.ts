import { atom } from 'jotai';
import { parseWebAddress } from '#contract/fields/text.ts';
import { isSharedPicture } from '#contract/is-shared-picture.ts';
import { configurationAtom } from '../../client/configuration.ts';

/** Contains a function that checks the address of a picture: it returns a hint if other people will not see the picture. */
export const pictureHintAtom = atom((get) => {
  const imageHosts = get(configurationAtom)?.imageHosts ?? [];
  return (address: string): string | undefined =>
    parseWebAddress(address.trim()) === null || isSharedPicture(address.trim(), imageHosts)
      ? undefined
      : 'This picture is on another site, so other people see your initials instead.';
});
