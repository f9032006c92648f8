import { type DestinationStream, type Logger, pino } from 'pino';
import { LogOutput } from './log-output.ts';

export type { Logger } from 'pino';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** How many causes of an error are logged, each the cause of the previous one. */
const maxCauses = 3;

type LoggedError = { type: string; message: string; code?: string; stack?: string; cause?: LoggedError };

/**
 * Selects what log lines show of an error: message, code, stack and causes. Leaves out the fields `detail` and `where` of
 * PostgreSQL errors, because they show the failed row, which may be personal.
 */
const toLoggedError = (error: unknown, depth = 0): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.stack ? { stack: error.stack } : {}),
    ...(error.cause !== undefined && depth < maxCauses
      ? { cause: toLoggedError(error.cause, depth + 1) }
      : {}),
  };
};

/**
 * The longest time that a line waits while the output can be written. A shorter interval would cost an idle process more, because the timer
 * runs even if no line waits.
 */
const flushIntervalMs = 250;

let standardOutput: LogOutput | null = null;

/**
 * Returns standard output for log lines, which all loggers of the process share. Lines that wait are also written when the process
 * exits. If it is killed or crashes in native code, they are lost.
 */
const openStandardOutput = (): LogOutput => {
  if (standardOutput) return standardOutput;
  const output = new LogOutput(1);
  setInterval(() => output.flush(), flushIntervalMs).unref();
  process.on('exit', () => output.flushSync());
  standardOutput = output;
  return output;
};

/**
 * Creates a logger that writes one JSON object per line. Callers must not log tokens, passwords or personal data such as e-mail
 * addresses; the redaction here is only a safety net.
 * @param options.service the name of the service (`command-api`, `read-api`, …).
 * @param options.level a level; any other text means `info`, because a service creates its logger before it reports a wrong `LOG_LEVEL`.
 * @param options.destination default: standard output.
 */
export const createLogger = (options: {
  service: string;
  level?: string;
  destination?: DestinationStream;
}): Logger =>
  pino(
    {
      level: logLevels.find((level) => level === options.level) ?? 'info',
      base: { service: options.service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => toLoggedError(error) },
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
    options.destination ?? openStandardOutput(),
  );

/** Creates a logger that writes nothing, for tests. */
export const createSilentLogger = (): Logger => pino({ level: 'silent' });
