import { randomUUID } from 'node:crypto';
import { envelopeAddress, writeEnvelope } from '#contract/rules/error-report.ts';

export type ReportedError = { error: unknown; userId?: number; tags?: Record<string, string | undefined> };
export type ReportError = (report: ReportedError) => void;

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
