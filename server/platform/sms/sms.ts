import { randomUUID } from 'node:crypto';
import type { Config } from '#server/platform/config/config.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { i18nFor } from '#server/platform/languages/i18n.ts';
import { deliverToOutbox } from '#server/platform/mail/outbox.ts';
import type { Clock } from '#server/platform/time/clock.ts';
import { checkPhoneCode, newPhoneCode } from './phone-codes.ts';
import type { Sms } from './sms-types.ts';

/** Twilio Verify creates and checks its own codes; without Twilio, our codes go to the outbox. */
export async function createSms(config: Config, tx: { db: Db; clock: Clock }): Promise<Sms> {
  if (config.twilio) {
    const { createTwilioSms } = await import('./twilio-sms.ts');
    return createTwilioSms(config.twilio);
  }
  return config.production ? NO_SMS : createOutboxSms(tx);
}

/** Production has no outbox page, so pretending to send a code there would mislead the customer. */
const NO_SMS: Sms = {
  async startVerification() {
    throw new AppError('unavailable', { message: 'Text messages are not set up on this site.' });
  },
  checkVerification: async () => false,
  send: async () => 'refused',
  canSend: false,
};

function createOutboxSms(tx: { db: Db; clock: Clock }): Sms {
  return {
    async startVerification(phone, { siteName, language }) {
      const i18n = i18nFor(language);
      const code = await newPhoneCode(tx, phone);
      await deliverToOutbox(tx.db, {
        key: randomUUID(),
        channel: 'sms',
        recipient: phone.to,
        text: i18n.t('{code} is your {siteName} code. It works for 10 minutes.', {
          code,
          siteName,
        }),
      });
      return code;
    },
    checkVerification: (phone, code) => checkPhoneCode(tx, phone, code),
    canSend: true,
    async send({ key, to, text }) {
      await deliverToOutbox(tx.db, { key, channel: 'sms', recipient: to, text });
      return 'sent';
    },
  };
}
