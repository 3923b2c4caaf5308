import type { LoggerService } from '@nestjs/common';
import pino, { type Logger } from 'pino';
import type { AppConfig } from '../config/app-config';
import { maskAddresses } from './mask-addresses';

/** Lines of JSON on standard output: one event a line, addresses masked. No header is ever logged. */
export function makeLogger(level: AppConfig['LOG_LEVEL']): Logger {
  return pino({
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: maskedError },
    hooks: {
      logMethod(args, method) {
        method.apply(this, args.map((arg) => (typeof arg === 'string' ? maskAddresses(arg) : arg)) as typeof args);
      },
    },
  });
}

function maskedError(error: unknown): unknown {
  if (!(error instanceof Error)) return maskAddresses(String(error));
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message: maskAddresses(message), stack: maskAddresses(stack) };
}

/** What Nest says about its own start: a page of lines that no operator asked for. */
const FRAMEWORK = new Set(['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestApplication']);

/** Nest's logger over pino. */
export class PinoLogger implements LoggerService {
  constructor(private readonly pino: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write(FRAMEWORK.has(String(rest.at(-1))) ? 'debug' : 'info', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    // Why a start failed; `main.ts` tells the operator in a sentence.
    if (rest[rest.length - 1] === 'ExceptionHandler') return;
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

  /** Nest calls `(message, …texts, context)`; our own calls may pass `(fields, message, context)`. */
  private write(
    level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace',
    message: unknown,
    rest: unknown[],
  ): void {
    const context = rest.length > 0 ? String(rest[rest.length - 1]) : undefined;
    if (message instanceof Error) {
      this.pino[level]({ context, err: message }, message.message);
    } else if (typeof message === 'object' && message !== null) {
      this.pino[level]({ context, ...message }, rest.slice(0, -1).map(String).join(' '));
    } else {
      const stack = typeof rest[0] === 'string' && rest.length > 1 ? { stack: maskAddresses(rest[0]) } : {};
      this.pino[level]({ context, ...stack }, String(message));
    }
  }
}
