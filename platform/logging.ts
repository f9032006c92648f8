import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/**
 * A logger that writes one JSON object a line. Whatever could identify or authenticate a person is left out where
 * the line is made; the redaction here is the net below.
 * @param options.service which service speaks (`command-api`, `read-api`, …).
 * @param options.destination where to; standard output unless given.
 */
export const createLogger = (options: {
  service: string;
  level?: string;
  destination?: DestinationStream;
}): Logger =>
  pino(
    {
      level: options.level ?? 'info',
      base: { service: options.service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [
          'authorization',
          'token',
          'email',
          'password',
          '*.authorization',
          '*.token',
          '*.email',
          '*.password',
        ],
        censor: '[left out]',
      },
    },
    options.destination ?? pino.destination({ fd: 1, sync: false }),
  );

/** A logger that says nothing, for tests. */
export const silentLogger = (): Logger => pino({ level: 'silent' });
