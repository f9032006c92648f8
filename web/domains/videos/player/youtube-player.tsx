import { useAtomValue } from 'jotai';
import { ExternalLink, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { formatModuleLabel } from '../videos.ts';
import type { PlayerProps } from './player-types.ts';
import { preferencesAtom } from './preferences.ts';
import { useYoutube } from './use-youtube.ts';
import { VideoProblem } from './video-problem.tsx';
import { createYoutubeEmbedUrl, createYoutubeWatchUrl } from './youtube-messages.ts';

const PageLink = ({ src }: { src: string }) => (
  <a
    href={createYoutubeWatchUrl(src)}
    target="_blank"
    rel="noreferrer"
    className={buttonClasses('secondary', 'small')}
  >
    <ExternalLink className="size-4" />
    Open on YouTube
    <span className="sr-only"> in a new tab</span>
  </a>
);

/** Plays a YouTube video. Nothing is loaded from YouTube before the user presses play. */
export const YoutubePlayer = ({ video, module, ...props }: PlayerProps) => {
  const { sound } = useAtomValue(preferencesAtom);
  const [embedUrl, setEmbedUrl] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isOpen = embedUrl !== null;
  const open = () =>
    setEmbedUrl(
      createYoutubeEmbedUrl(video.src, {
        second: second.current,
        sound,
        origin: location.origin,
      }),
    );
  const { frame, openButton, second, status } = useYoutube(props, isOpen, open);
  const retry = () => {
    setAttempt(attempt + 1);
    setEmbedUrl(null);
  };
  // The focused Retry button has disappeared.
  useEffect(() => {
    if (attempt > 0) openButton.current?.focus();
  }, [attempt, openButton]);
  return (
    <div className="relative aspect-video overflow-hidden border-y border-hairline bg-sunken shadow-card sm:rounded-card sm:border-x">
      {isOpen ? (
        <iframe
          key={attempt}
          ref={frame}
          src={embedUrl}
          title={`Video of ${formatModuleLabel(module, video.title)} (YouTube)`}
          allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
          className="size-full"
          onLoad={() => frame.current?.focus()}
        />
      ) : (
        <div className="flex size-full flex-col items-center justify-center gap-3 p-4 text-center">
          <p className="font-serif text-lg font-semibold wrap-anywhere">
            {formatModuleLabel(module, video.title)}
          </p>
          <Button ref={openButton} aria-keyshortcuts="K" onClick={open}>
            <Play className="size-4 fill-current" />
            Play from YouTube
          </Button>
          <p className="max-w-prose text-sm text-muted">
            Nothing is loaded from YouTube until you press play. The video plays without cookies.
          </p>
        </div>
      )}
      {status === 'refused' && (
        <VideoProblem sentence="This video can’t be played here." onRetry={retry}>
          <PageLink src={video.src} />
        </VideoProblem>
      )}
      {status === 'no-answer' && (
        <VideoProblem sentence="YouTube is not responding." onRetry={retry}>
          <PageLink src={video.src} />
        </VideoProblem>
      )}
    </div>
  );
};
