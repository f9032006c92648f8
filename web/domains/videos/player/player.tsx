import { FilePlayer } from './file-player.tsx';
import type { PlayerProps } from './player.ts';
import { YoutubePlayer } from './youtube-player.tsx';

/** Plays a module's video, wherever it comes from. */
export const Player = (props: PlayerProps) =>
  props.video.kind === 'file' ? <FilePlayer {...props} /> : <YoutubePlayer {...props} />;
