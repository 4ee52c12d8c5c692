import { envelopeAddress, hideSecrets, writeEnvelope } from '#contract/rules/error-report.ts';
import { readSession } from './session.ts';

export async function sendErrorReport(dsn: string, release: string, error: unknown): Promise<void> {
  const address = envelopeAddress(dsn);
  if (!address) return;
  const body = writeEnvelope({
    eventId: crypto.randomUUID().replaceAll('-', ''),
    at: new Date(),
    error,
    platform: 'javascript',
    release,
    userId: readSession().user?.id,
    tags: { page: hideSecrets(window.location.pathname) },
  });
  await fetch(address, {
    method: 'POST',
    body,
    keepalive: true,
    credentials: 'omit',
    referrerPolicy: 'origin',
  });
}
