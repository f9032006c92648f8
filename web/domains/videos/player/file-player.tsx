import { useAtomValue } from 'jotai';
import { Play } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Spinner } from '../../../ui/spinner.tsx';
import { formatModuleLabel } from '../videos.ts';
import { Controls } from './controls.tsx';
import type { PlayerProps } from './player-types.ts';
import { preferencesAtom } from './preferences.ts';
import { useVideo, type VideoState } from './use-video.ts';
import { VideoProblem } from './video-problem.tsx';

/**
 * Shows a spinner or, before the first play, a play symbol in a corner, where it does not hide the poster. A paused video stays
 * uncovered, because students pause to read. Clicks go through to the video.
 */
const Overlay = ({ state }: { state: VideoState }) => {
  if (state.isWaiting)
    return (
      <span className="pointer-events-none absolute inset-0 grid place-items-center text-white">
        <Spinner label="The video is loading" className="*:size-10" />
      </span>
    );
  if (state.hasPlayed || state.status !== 'ready') return null;
  return (
    <span aria-hidden="true" className="pointer-events-none absolute bottom-3 left-3 sm:bottom-5 sm:left-5">
      <span
        data-play-symbol
        className="grid size-14 place-items-center rounded-full bg-brand text-on-brand shadow-card sm:size-16"
      >
        <Play className="ml-1 size-7 fill-current" />
      </span>
    </span>
  );
};

/** Plays a video file, with the same controls in every browser. */
export const FilePlayer = ({ video, module, ...props }: PlayerProps) => {
  const frame = useRef<HTMLDivElement>(null);
  const { sound, captions, speed } = useAtomValue(preferencesAtom);
  const { element, playButton, state, isSlow, events, seek, toggle, retry } = useVideo(props);

  useEffect(() => {
    const player = element.current;
    if (!player) return;
    player.playbackRate = speed;
    player.defaultPlaybackRate = speed;
    for (const track of player.textTracks) track.mode = captions ? 'showing' : 'hidden';
  }, [element, speed, captions]);

  const hasFailed = state.status === 'failed';
  const retryAndFocus = () => {
    retry();
    // The focused Retry button disappears.
    playButton.current?.focus();
  };
  return (
    <div
      ref={frame}
      className="flex flex-col overflow-hidden border-y border-hairline bg-surface shadow-card sm:rounded-card sm:border-x fullscreen:rounded-none fullscreen:border-0"
    >
      <div className="relative aspect-video bg-[#0e0f13] in-[:fullscreen]:aspect-auto in-[:fullscreen]:min-h-0 in-[:fullscreen]:flex-1">
        <video
          ref={element}
          src={video.src}
          {...(video.poster === null ? {} : { poster: video.poster })}
          aria-label={`Video of ${formatModuleLabel(module, video.title)}`}
          muted={!sound}
          playsInline
          preload="metadata"
          className="size-full cursor-pointer"
          onClick={toggle}
          {...events}
        >
          {video.captions !== null && (
            <track kind="captions" src={video.captions} srcLang="en" label="English" default />
          )}
        </video>
        <Overlay state={state} />
        {hasFailed && (
          <VideoProblem
            sentence={`The video of module ${module} could not be loaded.`}
            onRetry={retryAndFocus}
          />
        )}
        {!hasFailed && isSlow && (
          <VideoProblem
            sentence={`The video of module ${module} is taking a long time to load.`}
            onRetry={retryAndFocus}
          />
        )}
      </div>
      <Controls
        state={state}
        seek={seek}
        toggle={toggle}
        hasCaptions={video.captions !== null}
        fullScreen={{ frame, video: element }}
        playButton={playButton}
      />
    </div>
  );
};
