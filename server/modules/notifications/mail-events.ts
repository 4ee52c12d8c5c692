import { createHmac, timingSafeEqual } from 'node:crypto';
import { mailEvent } from '#contract/endpoints/notifications.ts';
import type { Tx } from '#server/context.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { suppressMail } from '#server/platform/mail/suppressions.ts';

/** Handles the mail provider's webhook; without a configured secret the endpoint does not exist. */
export async function receiveMailEvent(
  { db, clock, config }: Pick<Tx, 'db' | 'clock' | 'config'>,
  { text, signature }: { text: string; signature: string },
): Promise<void> {
  const secret = config.mail.webhookSecret;
  if (secret === undefined) throw new AppError('not_found');
  if (!isSignedBy(secret, text, signature)) {
    throw new AppError('invalid_request', { message: 'The signature is not valid.' });
  }
  const event = mailEvent.safeParse(readJson(text));
  if (!event.success) throw new AppError('invalid_request');
  const { id, type, email, permanent } = event.data;
  if (type === 'bounce' && !permanent) return;
  await suppressMail(db, { email, reason: type, eventId: id, now: clock.now() });
}

function isSignedBy(secret: string, text: string, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(text).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('malformed_json');
  }
}
