import type { LoggerService } from '@nestjs/common';
import type { Level, Logger } from 'pino';

/** Contexts in which Nest logs every module and route at the start, which helps only in debugging. */
const ASSEMBLY = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** Sends the lines of Nest's `Logger` to the service's log. */
export class NestLog implements LoggerService {
  constructor(private readonly lines: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    const context = rest.at(-1);
    this.write(typeof context === 'string' && ASSEMBLY.has(context) ? 'debug' : 'info', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** Nest passes the context as the last argument and, for errors, a stack before it. */
  private write(level: Level, message: unknown, rest: readonly unknown[]): void {
    if (!this.lines.isLevelEnabled(level)) return;
    const context = rest.at(-1);
    const error = [message, ...rest].find((one) => one instanceof Error);
    const stack =
      error?.stack ?? rest.slice(0, -1).find((one) => typeof one === 'string' && /\n\s+at /.test(one));
    this.lines[level](
      { ...(typeof context === 'string' && { context }), ...(stack !== undefined && { stack }) },
      textOf(message),
    );
  }
}

function textOf(message: unknown): string {
  if (message instanceof Error) return message.message;
  return typeof message === 'string' ? message : JSON.stringify(message);
}
