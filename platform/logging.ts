import { fstatSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** How many causes of an error are logged, each the cause of the previous one. */
const maxCauses = 3;

type LoggedError = { type: string; message: string; code?: string; stack?: string; cause?: LoggedError };

/**
 * Selects what the log shows of an error: message, code, stack and causes. Leaves out the fields `detail` and `where` of
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
 * Each write is costly, so lines are collected until there are `minLength` bytes, and written at the latest after
 * `periodicFlush` milliseconds. They are also written when the process exits. If it is killed or crashes in native code, the
 * collected lines are lost. A shorter interval would cost an idle process more, because the timer writes even if no line waits.
 */
const batching = { minLength: 8_192, periodicFlush: 250 } as const;

/** How many bytes wait at most while standard output cannot be written. Further lines are dropped. */
const maxWaitingBytes = 4_194_304;

/**
 * Returns whether standard output is a file that cannot be written at the moment, for example because the disk is full. If the
 * last block of the file has space for this one byte but not for the waiting lines, a full disk is not noticed, and a process that
 * ends just then waits until there is space or until it is killed. SonicBoom does not hand out the lines, so the real write cannot be tried here.
 */
const isFileFailing = (): boolean => {
  try {
    const stats = fstatSync(1);
    if (stats.isFIFO() || stats.isSocket() || isatty(1)) return false;
    // An empty line between two log lines does no harm.
    writeSync(1, '\n');
    return false;
  } catch (error) {
    return !['EAGAIN', 'EBUSY'].includes((error as { code?: string }).code ?? '');
  }
};

/**
 * Opens standard output for log lines. If it is a file on a full disk, lines wait and then are lost, but the service continues, and
 * lines are written again when there is space.
 */
const openStandardOutput = () => {
  const output = pino.destination({ fd: 1, sync: false, ...batching, maxLength: maxWaitingBytes });
  let isFailing = false;
  output.on('error', () => {
    isFailing = true;
  });
  output.on('write', () => {
    isFailing = false;
  });
  const flushSync = output.flushSync.bind(output);
  // Pino calls this after a fatal error and when the process exits. The original retries for ever, so the process would never end.
  output.flushSync = () => {
    isFailing ||= isFileFailing();
    if (!isFailing) flushSync();
  };
  return output;
};

/**
 * Creates a logger that writes one JSON object per line. Callers must not log anything that identifies or authenticates a user;
 * the redaction here is only a safety net.
 * @param options.service the name of the service (`command-api`, `read-api`, …).
 * @param options.level `info` if it is no level: a service creates its logger first, and reports a wrong `LOG_LEVEL` afterwards.
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
