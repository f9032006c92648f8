const parts = (seconds: number) => {
  const whole = Math.max(0, Math.floor(seconds));
  return { hours: Math.floor(whole / 3_600), minutes: Math.floor((whole % 3_600) / 60), seconds: whole % 60 };
};

const twoDigits = (count: number) => String(count).padStart(2, '0');

/** Seconds as a clock shows them: 1:24, 1:02:03. */
export const clockTime = (seconds: number): string => {
  const { hours, minutes, seconds: rest } = parts(seconds);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${minutes}:${twoDigits(rest)}`;
};

const counted = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`;

/** Seconds as they are spoken: '1 minute 24 seconds'. */
export const spokenTime = (seconds: number): string => {
  const { hours, minutes, seconds: rest } = parts(seconds);
  return [
    ...(hours > 0 ? [counted(hours, 'hour')] : []),
    ...(hours > 0 || minutes > 0 ? [counted(minutes, 'minute')] : []),
    counted(rest, 'second'),
  ].join(' ');
};
