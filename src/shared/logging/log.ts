import { type DestinationStream, type Logger, pino } from 'pino';
import { currentRequest } from './request-context.js';
import { readableLine } from './readable-line.js';

/** The service's log: an injectable pino. */
export abstract class Log {
  abstract readonly lines: Logger;
}

/** The destination of lines: standard output, or a replacement. */
export interface LogOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Opens a log that writes one JSON object per line to standard output, or readable lines if that is a terminal.
 * Every line of a request has its id, and the partner's id once it is known. `everyLine` is added to all lines, to
 * distinguish processes that share an output. Callers must not log bodies, headers or credentials.
 */
export function openLog(
  level: string,
  output: LogOutput = process.stdout,
  everyLine: { readonly pid: number } | null = null,
): Log {
  const destination: DestinationStream = output.isTTY
    ? { write: (line) => output.write(readableLine(line)) }
    : { write: (line) => output.write(line) };
  const lines = pino(
    {
      level,
      base: everyLine,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => {
        const request = currentRequest();
        if (request === undefined) return {};
        const { requestId, partnerId } = request;
        return { requestId, ...(partnerId !== null && { partnerId }) };
      },
    },
    destination,
  );
  return { lines };
}
