import { type Logger, type LoggerOptions, pino } from 'pino';
import type { ReportError } from './error-reports.ts';

export type Log = Logger;

const SECRET_PATHS = ['req.headers.authorization', 'password', '*.password', 'token', '*.token', 'jwt'];
const ERROR_LEVEL = 50;

/** Writes JSON lines, or short lines on a terminal. Errors also go to error reporting if it is configured. */
export function createLog(level: string, reportError?: ReportError): Log {
  const redact = { paths: SECRET_PATHS, censor: '[secret]' };
  const options = { level, redact, ...(reportError ? { hooks: reportingHooks(reportError) } : {}) };
  if (!process.stdout.isTTY) return pino(options);
  const transport = {
    target: 'pino-pretty',
    options: { ignore: 'pid,hostname,requestId', singleLine: true },
  };
  return pino({ ...options, transport });
}

type ErrorEntry = { err?: unknown; userId?: number; route?: string; job?: string };

function reportingHooks(reportError: ReportError): NonNullable<LoggerOptions['hooks']> {
  return {
    logMethod(parts, method, level) {
      const [entry] = parts as unknown as [ErrorEntry | string | undefined];
      if (level >= ERROR_LEVEL && typeof entry === 'object' && entry.err !== undefined) {
        const { err, userId, route, job } = entry;
        const { requestId } = this.bindings() as { requestId?: string };
        reportError({ error: err, userId, tags: { route, job, request_id: requestId } });
      }
      return method.apply(this, parts);
    },
  };
}
