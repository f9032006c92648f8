import { FilePlayer } from './file-player.tsx';
import type { PlayerProps } from './player-types.ts';
import { YoutubePlayer } from './youtube-player.tsx';

export const Player = (props: PlayerProps) =>
  props.video.kind === 'file' ? <FilePlayer {...props} /> : <YoutubePlayer {...props} />;
