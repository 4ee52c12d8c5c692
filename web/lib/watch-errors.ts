import { isApiError } from './api-error.ts';
import { queryClient } from './query-client.ts';
import { siteQuery } from './site.query.ts';
import { noteTrouble } from './trouble-log.ts';

const MAX_REPORTS = 10;
let reports = 0;

export function watchErrors(): void {
  window.addEventListener('error', ({ error, message }) => onError(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => onError(reason));
}

function onError(error: unknown): void {
  // The transport has noted failed calls, and they say nothing about our code.
  if (isApiError(error) || (error instanceof DOMException && error.name === 'AbortError')) return;
  noteTrouble(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  void report(error);
}

async function report(error: unknown): Promise<void> {
  if (reports >= MAX_REPORTS) return;
  reports += 1;
  try {
    const site = await queryClient.ensureQueryData(siteQuery);
    if (!site.sentry_dsn) return;
    const { sendErrorReport } = await import('./send-error-report.ts');
    await sendErrorReport(site.sentry_dsn, site.version, error);
  } catch {
    // A failed report is not worth another one.
  }
}
