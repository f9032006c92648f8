import { useAtom } from 'jotai';
import {
  Captions,
  CaptionsOff,
  type LucideIcon,
  Maximize,
  Minimize,
  Pause,
  Play,
  RotateCcw,
  RotateCw,
  Volume2,
  VolumeX,
} from 'lucide-react';
import type { Ref } from 'react';
import { Control } from './control.tsx';
import { skipSeconds } from './player.ts';
import { preferencesAtom, speeds } from './preferences.ts';
import { clockTime, spokenTime } from './time-words.ts';
import { type FullScreen, useFullScreen } from './use-full-screen.ts';
import type { VideoState } from './use-video.ts';

/** The place in the video, as a slider that says its time in words. */
const Timeline = ({ state, seek }: { state: VideoState; seek: (second: number) => void }) => {
  const { second, duration } = state;
  const spoken = duration === null ? spokenTime(second) : `${spokenTime(second)} of ${spokenTime(duration)}`;
  return (
    <div className="flex items-center gap-3 px-3 pt-2">
      <input
        type="range"
        aria-label="Position in the video"
        aria-valuetext={spoken}
        min={0}
        max={Math.floor(duration ?? 0)}
        step={1}
        value={Math.floor(second)}
        disabled={duration === null}
        onChange={(event) => seek(event.currentTarget.valueAsNumber)}
        className="h-6 min-w-0 flex-1 cursor-pointer accent-brand disabled:cursor-not-allowed"
      />
      <span className="shrink-0 text-sm text-muted tabular-nums" aria-hidden="true">
        {clockTime(second)} / {duration === null ? '–:––' : clockTime(duration)}
      </span>
    </div>
  );
};

const Speed = () => {
  const [preferences, setPreferences] = useAtom(preferencesAtom);
  return (
    <select
      aria-label="Speed"
      value={preferences.speed}
      onChange={(event) => {
        const speed = speeds.find((one) => String(one) === event.currentTarget.value);
        if (speed !== undefined) setPreferences({ ...preferences, speed });
      }}
      className="h-11 rounded-control bg-surface px-1 text-sm font-medium tabular-nums hover:bg-brand-soft"
    >
      {speeds.map((speed) => (
        <option key={speed} value={speed}>
          {speed}×
        </option>
      ))}
    </select>
  );
};

const SoundAndCaptions = ({ hasCaptions }: { hasCaptions: boolean }) => {
  const [preferences, setPreferences] = useAtom(preferencesAtom);
  const { sound, captions } = preferences;
  return (
    <>
      {hasCaptions && (
        <Control
          label="Captions"
          aria-pressed={captions}
          onClick={() => setPreferences({ ...preferences, captions: !captions })}
        >
          {captions ? <Captions aria-hidden="true" /> : <CaptionsOff aria-hidden="true" />}
        </Control>
      )}
      <Control
        label="Sound"
        aria-pressed={sound}
        onClick={() => setPreferences({ ...preferences, sound: !sound })}
      >
        {sound ? <Volume2 aria-hidden="true" /> : <VolumeX aria-hidden="true" />}
      </Control>
    </>
  );
};

const FullScreenControl = ({ frame, video }: FullScreen) => {
  const { on, possible, toggle } = useFullScreen({ frame, video });
  return (
    possible && (
      <Control label={on ? 'Leave full screen' : 'Full screen'} onClick={toggle}>
        {on ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
      </Control>
    )
  );
};

const SkipIcon = ({ icon: Icon }: { icon: LucideIcon }) => (
  <span aria-hidden="true" className="relative grid place-items-center">
    <Icon className="size-6" strokeWidth={1.75} />
    <span className="absolute text-[0.5rem] leading-none font-semibold">{skipSeconds}</span>
  </span>
);

const playLabel = ({ playing, ended }: VideoState) => (playing ? 'Pause' : ended ? 'Play again' : 'Play');

/** Everything that a video can be told, under it, so that no word of the picture or the captions is covered. */
export const Controls = ({
  state,
  seek,
  toggle,
  hasCaptions,
  fullScreen,
  playButton,
}: {
  state: VideoState;
  seek: (second: number) => void;
  toggle: () => void;
  hasCaptions: boolean;
  fullScreen: FullScreen;
  playButton: Ref<HTMLButtonElement>;
}) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as a form's
  <div role="group" aria-label="Video controls" className="bg-surface">
    <Timeline state={state} seek={seek} />
    <div className="flex items-center px-1 pb-1 min-[24rem]:gap-1 min-[24rem]:px-2">
      <Control ref={playButton} label={playLabel(state)} aria-keyshortcuts="K" onClick={toggle}>
        {state.playing ? (
          <Pause className="fill-current" aria-hidden="true" />
        ) : state.ended ? (
          <RotateCcw aria-hidden="true" />
        ) : (
          <Play className="fill-current" aria-hidden="true" />
        )}
      </Control>
      <Control
        label={`Back ${skipSeconds} seconds`}
        aria-keyshortcuts="J"
        onClick={() => seek(state.second - skipSeconds)}
      >
        <SkipIcon icon={RotateCcw} />
      </Control>
      <Control
        label={`Forward ${skipSeconds} seconds`}
        aria-keyshortcuts="L"
        onClick={() => seek(state.second + skipSeconds)}
      >
        <SkipIcon icon={RotateCw} />
      </Control>
      <span className="flex-1" />
      <SoundAndCaptions hasCaptions={hasCaptions} />
      <Speed />
      <FullScreenControl {...fullScreen} />
    </div>
  </div>
);
