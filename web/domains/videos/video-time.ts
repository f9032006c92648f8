const splitTime = (totalSeconds: number) => {
  const whole = Math.max(0, Math.floor(totalSeconds));
  return { hours: Math.floor(whole / 3_600), minutes: Math.floor((whole % 3_600) / 60), seconds: whole % 60 };
};

const padToTwoDigits = (count: number) => String(count).padStart(2, '0');

/** Formats seconds like a clock: 1:24, 1:02:03. */
export const formatClockTime = (totalSeconds: number): string => {
  const { hours, minutes, seconds } = splitTime(totalSeconds);
  return hours > 0
    ? `${hours}:${padToTwoDigits(minutes)}:${padToTwoDigits(seconds)}`
    : `${minutes}:${padToTwoDigits(seconds)}`;
};

/** Formats a count with its unit: '1 minute', '24 seconds'. */
const formatUnit = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** Formats seconds for screen readers: '1 minute 24 seconds'. */
export const formatSpokenTime = (totalSeconds: number): string => {
  const { hours, minutes, seconds } = splitTime(totalSeconds);
  return [
    ...(hours > 0 ? [formatUnit(hours, 'hour')] : []),
    ...(hours > 0 || minutes > 0 ? [formatUnit(minutes, 'minute')] : []),
    formatUnit(seconds, 'second'),
  ].join(' ');
};
