import { Eye, EyeOff } from 'lucide-react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { Video } from '../../domains/videos/videos.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { Player } from '../../domains/videos/player/player.tsx';
import { VideoTile } from './video-tile.tsx';

const fromTheStart = { second: 0, playing: false };
const nothing = () => undefined;

/** One module's address, what it leads to, and the video as students will see it, where it is asked for. */
export const ModuleLine = ({
  module,
  field,
  error,
  words,
  video,
  shown,
  onShow,
}: {
  module: number;
  field: UseFormRegisterReturn;
  error: string | undefined;
  /** What the address leads to, or what plays without one. */
  words: string | null;
  /** What a preview would show; null while there is nothing to show. */
  video: Video | null;
  shown: boolean;
  onShow: (show: boolean) => void;
}) => (
  <li className="grid gap-x-5 py-5 first:pt-0 sm:grid-cols-[9.5rem_minmax(0,1fr)]">
    <div className="mt-6.5 max-sm:hidden">
      <VideoTile video={video} />
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
      <div className="mt-2 flex min-h-9 items-center justify-between gap-4">
        <p className="min-w-0 text-sm text-muted wrap-anywhere">{words}</p>
        {video && (
          <Button
            look="second"
            size="small"
            className="shrink-0"
            aria-expanded={shown}
            onClick={() => onShow(!shown)}
          >
            {shown ? (
              <EyeOff className="size-4" aria-hidden="true" />
            ) : (
              <Eye className="size-4" aria-hidden="true" />
            )}
            {shown ? 'Hide' : 'Preview'}
            <span className="sr-only"> module {module}</span>
          </Button>
        )}
      </div>
    </div>
    {video && shown && (
      <div className="mt-3 max-sm:-mx-(--gutter) sm:col-span-2">
        <Player
          key={video.src}
          ref={null}
          video={video}
          module={module}
          beginning={fromTheStart}
          onPlace={nothing}
          onPlaying={nothing}
        />
      </div>
    )}
  </li>
);
