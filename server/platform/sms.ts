import { randomUUID } from 'node:crypto';
import twilio from 'twilio';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './database.ts';
import { AppError } from './errors.ts';
import { deliverToOutbox } from './outbox.ts';
import { checkPhoneCode, newPhoneCode, type PhoneOfUser } from './phone-codes.ts';
import { redirectTwilio } from './twilio-client.ts';

export type Sms = {
  /** The site name is part of the texts that we compose ourselves. Returns the code if we know it. */
  startVerification(phone: PhoneOfUser, siteName: string): Promise<string | undefined>;
  checkVerification(phone: PhoneOfUser, code: string): Promise<boolean>;
  /** The outbox ignores a second message with the same key. */
  send(message: { key: string; to: string; text: string }): Promise<void>;
  /** False if only verification codes can be sent. */
  canSend: boolean;
};

/** Twilio Verify creates and checks its own codes; without Twilio, our codes go to the outbox. */
export function createSms(config: Config, tx: { db: Db; clock: Clock }): Sms {
  if (config.twilio) return createTwilioSms(config.twilio);
  return config.production ? NO_SMS : createOutboxSms(tx);
}

/** Production has no outbox page, so pretending to send a code there would mislead the customer. */
const NO_SMS: Sms = {
  async startVerification() {
    throw new AppError('unavailable', { message: 'Text messages are not set up on this site.' });
  },
  checkVerification: async () => false,
  send: async () => undefined,
  canSend: false,
};

function createTwilioSms(account: NonNullable<Config['twilio']>): Sms {
  const client = twilio(account.accountSid, account.authToken, {
    ...(account.baseUrl ? { httpClient: redirectTwilio(account.baseUrl) } : {}),
  });
  const service = client.verify.v2.services(account.verifyServiceSid);
  return {
    async startVerification({ to }) {
      try {
        await service.verifications.create({ to, channel: 'sms' });
      } catch (error) {
        throw explainRefusal(error);
      }
      return undefined;
    },
    async checkVerification({ to }, code) {
      try {
        const result = await service.verificationChecks.create({ to, code });
        return result.status === 'approved';
      } catch (error) {
        // Twilio answers 404 once a verification is used or expired.
        if ((error as { status?: number }).status === 404) return false;
        throw explainRefusal(error);
      }
    },
    canSend: account.from !== undefined,
    async send({ to, text }) {
      if (account.from === undefined) return;
      const sender = account.from.startsWith('MG')
        ? { messagingServiceSid: account.from }
        : { from: account.from };
      await client.messages.create({ to, body: text, ...sender });
    },
  };
}

/** Twilio refuses numbers it cannot text (400), numbers and places it suspects of fraud (403), and too many tries (429). */
function explainRefusal(error: unknown): unknown {
  const { status } = error as { status?: number };
  if (status === 429) return new AppError('too_many_requests');
  if (status !== 400 && status !== 403) return error;
  return new AppError('invalid_request', {
    details: [{ path: 'to', message: 'We cannot text this number. Use your e-mail address.' }],
  });
}

function createOutboxSms(tx: { db: Db; clock: Clock }): Sms {
  return {
    async startVerification(phone, siteName) {
      const code = await newPhoneCode(tx, phone);
      await deliverToOutbox(tx.db, {
        key: randomUUID(),
        channel: 'sms',
        recipient: phone.to,
        text: `${code} is your ${siteName} code. It works for 10 minutes.`,
      });
      return code;
    },
    checkVerification: (phone, code) => checkPhoneCode(tx, phone, code),
    canSend: true,
    send: ({ key, to, text }) => deliverToOutbox(tx.db, { key, channel: 'sms', recipient: to, text }),
  };
}
