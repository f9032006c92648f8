import { CircleDashed, Film, MonitorPlay } from 'lucide-react';
import type { Video } from '../../domains/videos/videos.ts';
import { classNames } from '../../ui/class-names.ts';

/** The poster of a video, or an icon. Nothing is loaded from other sites before the user opens a preview. */
export const VideoThumbnail = ({ video }: { video: Video | null }) => {
  const Icon = video === null ? CircleDashed : video.kind === 'youtube' ? MonitorPlay : Film;
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'grid aspect-video place-items-center overflow-hidden rounded-control border bg-sunken text-muted',
        video === null ? 'border-dashed border-control' : 'border-hairline',
      )}
    >
      {video?.poster ? (
        <img src={video.poster} alt="" loading="lazy" className="size-full object-cover" />
      ) : (
        <Icon className="size-6" />
      )}
    </div>
  );
};
