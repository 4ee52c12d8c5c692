import { randomUUID } from 'node:crypto';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { envelopeAddress, writeEnvelope } from '#contract/rules/error-report.ts';

type ReportedError = { error: unknown; userId?: number; tags?: Record<string, string | undefined> };
type ReportError = (report: ReportedError) => void;

const TIMEOUT_MS = 3_000;
/** Limits reports when every request fails. */
const MAX_PER_MINUTE = 30;

/** Reports errors to a Sentry-compatible service and ignores failures of that service. */
export function createErrorReports(dsn: string | undefined, release: string): ReportError | undefined {
  const address = dsn && envelopeAddress(dsn);
  if (!address) return undefined;
  let minute = 0;
  let sent = 0;
  return ({ error, userId, tags }) => {
    const at = new Date();
    const thisMinute = Math.floor(at.getTime() / 60_000);
    if (thisMinute !== minute) {
      minute = thisMinute;
      sent = 0;
    }
    sent += 1;
    if (sent > MAX_PER_MINUTE) return;
    const eventId = randomUUID().replaceAll('-', '');
    const body = writeEnvelope({ eventId, at, error, platform: 'node', release, userId, tags });
    fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-sentry-envelope' },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined);
  };
}

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
