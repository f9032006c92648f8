import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

type LoggedError = { type: string; message: string; code?: string; stack?: string; cause?: LoggedError };

/**
 * An error as it is logged, for every `err` of every service: its words, code, place and causes. What PostgreSQL adds
 * (`detail` and `where` show the row that failed) may be personal and stays out.
 */
const errorForLog = (error: unknown, depth = 0): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.stack ? { stack: error.stack } : {}),
    ...(error.cause !== undefined && depth < 3 ? { cause: errorForLog(error.cause, depth + 1) } : {}),
  };
};

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
      serializers: { err: (error: unknown) => errorForLog(error) },
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
