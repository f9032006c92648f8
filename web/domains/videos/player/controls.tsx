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
import type { ComponentProps, Ref } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { formatClockTime, formatSpokenTime } from '../video-time.ts';
import { skipSeconds } from './player-types.ts';
import { preferencesAtom, speeds } from './preferences.ts';
import { type FullScreenElements, useFullScreen } from './use-full-screen.ts';
import type { VideoState } from './use-video.ts';

/** An icon button of the player, large enough for a thumb. */
const PlayerButton = ({ label, className, ...rest }: { label: string } & ComponentProps<'button'>) => (
  <button
    {...rest}
    type="button"
    aria-label={label}
    title={label}
    className={classNames(
      'grid h-11 min-w-10 place-items-center rounded-control text-ink hover:bg-brand-soft hover:text-brand aria-pressed:text-brand disabled:cursor-not-allowed disabled:opacity-55 *:size-5',
      className,
    )}
  />
);

/** A slider for the position, with the time in words for screen readers. */
const PositionSlider = ({ state, seek }: { state: VideoState; seek: (second: number) => void }) => {
  const { second, duration } = state;
  const valueText =
    duration === null
      ? formatSpokenTime(second)
      : `${formatSpokenTime(second)} of ${formatSpokenTime(duration)}`;
  return (
    <div className="flex items-center gap-3 px-3 pt-2">
      <input
        type="range"
        aria-label="Position in the video"
        aria-valuetext={valueText}
        min={0}
        max={Math.floor(duration ?? 0)}
        step={1}
        value={Math.floor(second)}
        disabled={duration === null}
        onChange={(event) => seek(event.currentTarget.valueAsNumber)}
        className="h-6 min-w-0 flex-1 cursor-pointer accent-brand disabled:cursor-not-allowed"
      />
      <span className="shrink-0 text-sm text-muted tabular-nums" aria-hidden="true">
        {formatClockTime(second)} / {duration === null ? '–:––' : formatClockTime(duration)}
      </span>
    </div>
  );
};

const SpeedSelect = () => {
  const [preferences, setPreferences] = useAtom(preferencesAtom);
  return (
    <select
      aria-label="Speed"
      value={preferences.speed}
      onChange={(event) => {
        const chosen = speeds.find((speed) => String(speed) === event.currentTarget.value);
        if (chosen !== undefined) setPreferences({ ...preferences, speed: chosen });
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
        <PlayerButton
          label="Captions"
          aria-pressed={captions}
          onClick={() => setPreferences({ ...preferences, captions: !captions })}
        >
          {captions ? <Captions /> : <CaptionsOff />}
        </PlayerButton>
      )}
      <PlayerButton
        label="Sound"
        aria-pressed={sound}
        onClick={() => setPreferences({ ...preferences, sound: !sound })}
      >
        {sound ? <Volume2 /> : <VolumeX />}
      </PlayerButton>
    </>
  );
};

const FullScreenControl = ({ frame, video }: FullScreenElements) => {
  const { isOn, isPossible, toggle } = useFullScreen({ frame, video });
  return (
    isPossible && (
      <PlayerButton label={isOn ? 'Exit full screen' : 'Full screen'} onClick={toggle}>
        {isOn ? <Minimize /> : <Maximize />}
      </PlayerButton>
    )
  );
};

const SkipIcon = ({ icon: Icon }: { icon: LucideIcon }) => (
  <span aria-hidden="true" className="relative grid place-items-center">
    <Icon className="size-6" strokeWidth={1.75} />
    <span className="absolute text-[0.5rem] leading-none font-semibold">{skipSeconds}</span>
  </span>
);

/** The button that pauses or plays the video. A video that has ended plays from the beginning. */
const PlayToggle = ({
  state: { isPlaying, hasEnded },
  toggle,
  ref,
}: {
  state: VideoState;
  toggle: () => void;
  ref: Ref<HTMLButtonElement>;
}) => {
  const buttonProps = { ref, onClick: toggle, 'aria-keyshortcuts': 'K' };
  if (isPlaying)
    return (
      <PlayerButton {...buttonProps} label="Pause">
        <Pause className="fill-current" />
      </PlayerButton>
    );
  if (hasEnded)
    return (
      <PlayerButton {...buttonProps} label="Play again">
        <RotateCcw />
      </PlayerButton>
    );
  return (
    <PlayerButton {...buttonProps} label="Play">
      <Play className="fill-current" />
    </PlayerButton>
  );
};

/** The controls of a video. They are below it, so that they never cover the captions. */
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
  fullScreen: FullScreenElements;
  playButton: Ref<HTMLButtonElement>;
}) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as part of a form
  <div role="group" aria-label="Video controls" className="bg-surface">
    <PositionSlider state={state} seek={seek} />
    <div className="flex items-center px-1 pb-1 min-[24rem]:gap-1 min-[24rem]:px-2">
      <PlayToggle ref={playButton} state={state} toggle={toggle} />
      <PlayerButton
        label={`Back ${skipSeconds} seconds`}
        aria-keyshortcuts="J"
        onClick={() => seek(state.second - skipSeconds)}
      >
        <SkipIcon icon={RotateCcw} />
      </PlayerButton>
      <PlayerButton
        label={`Forward ${skipSeconds} seconds`}
        aria-keyshortcuts="L"
        onClick={() => seek(state.second + skipSeconds)}
      >
        <SkipIcon icon={RotateCw} />
      </PlayerButton>
      <span className="flex-1" />
      <SoundAndCaptions hasCaptions={hasCaptions} />
      <SpeedSelect />
      <FullScreenControl {...fullScreen} />
    </div>
  </div>
);
