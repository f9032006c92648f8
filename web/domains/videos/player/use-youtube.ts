import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { type PlayerProps, patienceMs } from './player.ts';
import {
  readYoutubeMessage,
  type YoutubeNews,
  youtubeCommand,
  youtubeListening,
  youtubeOrigin,
} from './youtube-messages.ts';

const askAgainMs = 500;

/** The embedded player as far as its messages tell: whether it answers, plays, and where it stands. */
export const useYoutube = (
  { beginning, onPlace, onPlaying, ref }: Omit<PlayerProps, 'video' | 'module'>,
  opened: boolean,
  open: () => void,
) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const openButton = useRef<HTMLButtonElement>(null);
  const second = useRef(beginning.second);
  const playing = useRef(false);
  const [status, setStatus] = useState<'quiet' | 'alive' | 'refused' | 'silent'>('quiet');

  const send = (text: string) => frame.current?.contentWindow?.postMessage(text, youtubeOrigin);
  const hear = ({ second: now, state, refused }: YoutubeNews) => {
    setStatus((before) => (refused ? 'refused' : before === 'refused' ? before : 'alive'));
    const resting = state === 'paused' || state === 'ended';
    if (now !== undefined) second.current = now;
    if (state !== undefined && playing.current !== (state === 'playing')) {
      playing.current = state === 'playing';
      onPlaying(playing.current);
    }
    if (resting || (now !== undefined && playing.current)) onPlace(second.current, resting);
  };
  const heard = useRef(hear);
  useEffect(() => {
    heard.current = hear;
  });

  useEffect(() => {
    if (!opened) return undefined;
    const onMessage = (event: MessageEvent) => {
      if (event.origin !== youtubeOrigin || event.source !== frame.current?.contentWindow) return;
      const news = readYoutubeMessage(event.data);
      if (news === null) return;
      clearInterval(asking);
      clearTimeout(patience);
      heard.current(news);
    };
    addEventListener('message', onMessage);
    const asking = setInterval(() => {
      frame.current?.contentWindow?.postMessage(youtubeListening, youtubeOrigin);
    }, askAgainMs);
    const patience = setTimeout(() => setStatus('silent'), patienceMs);
    return () => {
      removeEventListener('message', onMessage);
      clearInterval(asking);
      clearTimeout(patience);
      setStatus('quiet');
    };
  }, [opened]);

  const seek = (to: number) => {
    second.current = Math.max(0, to);
    send(youtubeCommand('seekTo', second.current, true));
    onPlace(second.current, true);
  };
  const begun = useRef(beginning);
  useEffect(() => {
    if (begun.current === beginning) return;
    begun.current = beginning;
    if (opened) seek(beginning.second);
    else second.current = beginning.second;
  });
  useImperativeHandle(ref, () => ({
    toggle: () => {
      if (!opened) open();
      else send(youtubeCommand(playing.current ? 'pauseVideo' : 'playVideo'));
    },
    skip: (seconds) => {
      if (opened) seek(second.current + seconds);
    },
    second: () => second.current,
    focus: () => (openButton.current ?? frame.current)?.focus(),
  }));
  return { frame, openButton, second, status };
};
