import { useAtomValue } from 'jotai';
import { Play } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { fullTitle } from '../module-title.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { Controls } from './controls.tsx';
import type { PlayerProps } from './player.ts';
import { preferencesAtom } from './preferences.ts';
import { useVideo, type VideoState } from './use-video.ts';
import { VideoFailed } from './video-failed.tsx';

/**
 * Over the picture: what it waits for, or, until it was played once, that it can be. A pause covers nothing: it may be
 * there to read. A click on it is one on the picture.
 */
const Overlay = ({ state }: { state: VideoState }) => {
  if (state.waiting)
    return (
      <span className="pointer-events-none absolute inset-0 grid place-items-center text-white">
        <Spinner label="The video is loading" className="*:size-10" />
      </span>
    );
  if (!state.fresh || state.status !== 'ready') return null;
  return (
    <span aria-hidden="true" className="pointer-events-none absolute inset-0 grid place-items-center">
      <span className="grid size-14 place-items-center sm:size-16 rounded-full bg-brand text-on-brand shadow-card">
        <Play className="ml-1 size-7 fill-current" />
      </span>
    </span>
  );
};

/** Plays a video file: the browser's own player with controls that are the same in every browser. */
export const FilePlayer = ({ video, module, ...props }: PlayerProps) => {
  const frame = useRef<HTMLDivElement>(null);
  const { sound, captions, speed } = useAtomValue(preferencesAtom);
  const { element, playButton, state, slow, events, seek, toggle, retry } = useVideo(props);

  useEffect(() => {
    const player = element.current;
    if (!player) return;
    player.playbackRate = speed;
    player.defaultPlaybackRate = speed;
    for (const track of player.textTracks) track.mode = captions ? 'showing' : 'hidden';
  }, [element, speed, captions]);

  const broken = state.status === 'failed';
  const tryAgain = () => {
    retry();
    // The button that was pressed goes away.
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
          aria-label={`Video of ${fullTitle(module, video.title)}`}
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
        {broken && (
          <VideoFailed sentence={`The video of module ${module} could not be loaded.`} onRetry={tryAgain} />
        )}
        {!broken && slow && (
          <VideoFailed sentence={`The video of module ${module} is slow to load.`} onRetry={tryAgain} />
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
