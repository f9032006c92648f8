import { useAtomValue } from 'jotai';
import { ExternalLink, Play } from 'lucide-react';
import { useState } from 'react';
import { fullTitle } from '../module-title.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import type { PlayerProps } from './player.ts';
import { preferencesAtom } from './preferences.ts';
import { useYoutube } from './use-youtube.ts';
import { VideoFailed } from './video-failed.tsx';
import { youtubeAddress, youtubePage } from './youtube-messages.ts';

const PageLink = ({ src }: { src: string }) => (
  <a href={youtubePage(src)} target="_blank" rel="noreferrer" className={buttonClasses('second', 'small')}>
    <ExternalLink className="size-4" aria-hidden="true" />
    Open on YouTube
    <span className="sr-only"> in a new tab</span>
  </a>
);

/** Plays a video of YouTube. Nothing is asked of YouTube before the student presses play. */
export const YoutubePlayer = ({ video, module, ...props }: PlayerProps) => {
  const { sound } = useAtomValue(preferencesAtom);
  const [address, setAddress] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const opened = address !== null;
  const open = () =>
    setAddress(
      youtubeAddress(video.src, {
        second: second.current,
        sound,
        origin: location.origin,
      }),
    );
  const { frame, openButton, second, status } = useYoutube(props, opened, open);
  const retry = () => {
    setAttempt(attempt + 1);
    setAddress(null);
  };
  return (
    <div className="relative aspect-video overflow-hidden border-y border-hairline bg-sunken shadow-card sm:rounded-card sm:border-x">
      {opened ? (
        <iframe
          key={attempt}
          ref={frame}
          src={address}
          title={`Video of ${fullTitle(module, video.title)} (YouTube)`}
          allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
          className="size-full"
          onLoad={() => frame.current?.focus()}
        />
      ) : (
        <div className="flex size-full flex-col items-center justify-center gap-3 p-4 text-center">
          <p className="font-serif text-lg font-semibold wrap-anywhere">{fullTitle(module, video.title)}</p>
          <Button ref={openButton} aria-keyshortcuts="K" onClick={open}>
            <Play className="size-4 fill-current" aria-hidden="true" />
            Play from YouTube
          </Button>
          <p className="max-w-prose text-sm text-muted">
            Only then is anything loaded from YouTube, in its mode without cookies.
          </p>
        </div>
      )}
      {status === 'refused' && (
        <VideoFailed sentence="YouTube does not play this video here." onRetry={retry}>
          <PageLink src={video.src} />
        </VideoFailed>
      )}
      {status === 'silent' && (
        <VideoFailed sentence="YouTube does not answer." onRetry={retry}>
          <PageLink src={video.src} />
        </VideoFailed>
      )}
    </div>
  );
};
