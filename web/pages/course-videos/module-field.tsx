import { CircleDashed, Eye, EyeOff, Film, MonitorPlay } from 'lucide-react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Player } from '../../domains/videos/player/player.tsx';
import type { Video } from '../../domains/videos/videos.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Input } from '../../ui/field.tsx';

const chooseIcon = (video: Video | null) => {
  if (video === null) return CircleDashed;
  return video.kind === 'youtube' ? MonitorPlay : Film;
};

/** The poster of a video, or an icon. Nothing is loaded from other sites before the user opens a preview. */
const VideoThumbnail = ({ video }: { video: Video | null }) => {
  const Icon = chooseIcon(video);
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

const atStart = { second: 0, shouldPlay: false };
const doNothing = () => undefined;

export const ModuleField = ({
  module,
  field,
  error,
  description,
  video,
  isPreviewOpen,
  onTogglePreview,
}: {
  module: number;
  field: UseFormRegisterReturn;
  error: string | undefined;
  /** Describes the video, or the lesson clip if no module has an address; null if there is nothing to describe. */
  description: string | null;
  /** The video to preview, or null if there is none. */
  video: Video | null;
  isPreviewOpen: boolean;
  onTogglePreview: (isOpen: boolean) => void;
}) => (
  <li className="grid gap-x-5 py-5 first:pt-0 sm:grid-cols-[9.5rem_minmax(0,1fr)]">
    <div className="mt-6.5 max-sm:hidden">
      <VideoThumbnail video={video} />
    </div>
    <div className="min-w-0">
      <Input
        {...field}
        label={`Module ${module}`}
        error={error}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://…"
      />
      <div className="mt-3 flex min-h-9 items-center justify-between gap-4">
        <p className="min-w-0 text-sm text-muted wrap-anywhere">{description}</p>
        {video && (
          <Button
            variant="secondary"
            size="small"
            className="shrink-0"
            aria-expanded={isPreviewOpen}
            onClick={() => onTogglePreview(!isPreviewOpen)}
          >
            {isPreviewOpen ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
            {isPreviewOpen ? 'Hide' : 'Preview'}
            <span className="sr-only"> module {module}</span>
          </Button>
        )}
      </div>
    </div>
    {video && isPreviewOpen && (
      <div className="mt-3 max-sm:-mx-(--gutter) sm:col-span-2">
        <Player
          key={video.src}
          ref={null}
          video={video}
          module={module}
          start={atStart}
          onPosition={doNothing}
          onPlaying={doNothing}
        />
      </div>
    )}
  </li>
);
