import { useAtomValue } from 'jotai';
import { isSharedPicture } from '#contract/is-shared-picture.ts';
import { asOfNoticeAtom } from '../../client/as-of.tsx';
import { configurationAtom } from '../../client/configuration.ts';
import { Avatar } from '../../ui/avatar.tsx';

/**
 * The picture of a user, or their initials if there is none or if it is on a host that the school does not trust.
 * @param isOwn whether this is the signed-in user. Their own picture is shown from any host: they chose the host, so it learns nothing
 * new. This does not apply to an as-of view, where the viewer is somebody else.
 */
export const UserAvatar = ({
  url,
  isOwn = false,
  ...rest
}: {
  name: string;
  url: string | null;
  isOwn?: boolean;
  className?: string;
}) => {
  const imageHosts = useAtomValue(configurationAtom)?.imageHosts ?? [];
  const isAsOf = useAtomValue(asOfNoticeAtom) !== null;
  const isShown = url !== null && ((isOwn && !isAsOf) || isSharedPicture(url, imageHosts));
  return <Avatar url={isShown ? url : null} {...rest} />;
};
