import { CircleDashed, Film, MonitorPlay } from 'lucide-react';
import type { Video } from '../../domains/videos/videos.ts';
import { classNames } from '../../ui/class-names.ts';

/** A video's poster, or a sign for its kind: nothing is asked of YouTube, or of another site, before a preview. */
export const VideoTile = ({ video }: { video: Video | null }) => {
  const Sign = video === null ? CircleDashed : video.kind === 'youtube' ? MonitorPlay : Film;
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
        <Sign className="size-6" />
      )}
    </div>
  );
};
