import { FilePlayer } from './file-player.tsx';
import type { PlayerProps } from './player-types.ts';
import { YoutubePlayer } from './youtube-player.tsx';

/** Plays the video of a module, from a file or from YouTube. */
export const Player = (props: PlayerProps) =>
  props.video.kind === 'file' ? <FilePlayer {...props} /> : <YoutubePlayer {...props} />;
