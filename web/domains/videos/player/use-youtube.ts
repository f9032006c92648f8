import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { loadTimeoutMs, type PlayerProps } from './player-types.ts';
import {
  createYoutubeCommand,
  parseYoutubeMessage,
  type YoutubeStatus,
  youtubeListeningMessage,
  youtubeOrigin,
} from './youtube-messages.ts';

const pollIntervalMs = 500;

/**
 * Controls the embedded YouTube player through its messages. `status` is 'waiting' until the player responds, then 'ready';
 * 'refused' if YouTube does not play the video here, 'no-answer' if the player does not respond in time.
 * @param isOpen whether the player is embedded in the page.
 * @param open embeds the player.
 */
export const useYoutube = (
  { start, onPosition, onPlaying, ref }: Omit<PlayerProps, 'video' | 'module'>,
  isOpen: boolean,
  open: () => void,
) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const openButton = useRef<HTMLButtonElement>(null);
  const second = useRef(start.second);
  const isPlaying = useRef(false);
  const [status, setStatus] = useState<'waiting' | 'ready' | 'refused' | 'no-answer'>('waiting');

  const send = (text: string) => frame.current?.contentWindow?.postMessage(text, youtubeOrigin);
  const handleStatus = ({ second: newSecond, state, isRefused }: YoutubeStatus) => {
    // Later messages do not undo a refusal.
    setStatus((before) => (isRefused || before === 'refused' ? 'refused' : 'ready'));
    const isStopped = state === 'paused' || state === 'ended';
    if (newSecond !== undefined) second.current = newSecond;
    if (state !== undefined && isPlaying.current !== (state === 'playing')) {
      isPlaying.current = state === 'playing';
      onPlaying(isPlaying.current);
    }
    if (isStopped || (newSecond !== undefined && isPlaying.current)) onPosition(second.current, isStopped);
  };
  const latestHandler = useRef(handleStatus);
  useEffect(() => {
    latestHandler.current = handleStatus;
  });

  const reportClosed = useEffectEvent(() => {
    isPlaying.current = false;
    onPlaying(false);
  });
  useEffect(() => {
    if (!isOpen) {
      // This player waits for a click, but the last report may say that the previous module's video is playing. Without a new report,
      // the module after this one would start to play automatically.
      reportClosed();
      return undefined;
    }
    const onMessage = (event: MessageEvent) => {
      if (event.origin !== youtubeOrigin || event.source !== frame.current?.contentWindow) return;
      const playerStatus = parseYoutubeMessage(event.data);
      if (playerStatus === null) return;
      clearInterval(polling);
      clearTimeout(timeout);
      latestHandler.current(playerStatus);
    };
    addEventListener('message', onMessage);
    const polling = setInterval(() => {
      frame.current?.contentWindow?.postMessage(youtubeListeningMessage, youtubeOrigin);
    }, pollIntervalMs);
    const timeout = setTimeout(() => setStatus('no-answer'), loadTimeoutMs);
    return () => {
      removeEventListener('message', onMessage);
      clearInterval(polling);
      clearTimeout(timeout);
      setStatus('waiting');
    };
  }, [isOpen]);

  const seek = (to: number) => {
    second.current = Math.max(0, to);
    send(createYoutubeCommand('seekTo', second.current, true));
    onPosition(second.current, true);
  };
  const lastStart = useRef(start);
  useEffect(() => {
    if (lastStart.current === start) return;
    lastStart.current = start;
    if (isOpen) seek(start.second);
    else second.current = start.second;
  });
  useImperativeHandle(ref, () => ({
    toggle: () => {
      if (!isOpen) open();
      else send(createYoutubeCommand(isPlaying.current ? 'pauseVideo' : 'playVideo'));
    },
    skip: (seconds) => {
      if (isOpen) seek(second.current + seconds);
    },
    focus: () => (openButton.current ?? frame.current)?.focus(),
  }));
  return { frame, openButton, second, status };
};
