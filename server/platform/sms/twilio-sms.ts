// Loaded only where Twilio is set up, because its library takes 7 MB.
import twilio from 'twilio';
import type { Config } from '#server/platform/config/config.ts';
import { AppError } from '#server/platform/http/errors.ts';
import type { Sms } from './sms-types.ts';

export function createTwilioSms(account: NonNullable<Config['twilio']>): Sms {
  const client = twilio(account.accountSid, account.authToken, {
    ...(account.baseUrl ? { httpClient: redirectTwilio(account.baseUrl) } : {}),
  });
  const service = client.verify.v2.services(account.verifyServiceSid);
  return {
    async startVerification({ to }, { language }) {
      try {
        await service.verifications.create({ to, channel: 'sms', locale: language });
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
    details: [{ path: 'to', message: 'We cannot text this number. Use your email address.' }],
  });
}

/** Redirects requests to another host, because the SDK has no base-URL option. */
function redirectTwilio(baseUrl: string): InstanceType<typeof twilio.RequestClient> {
  const base = new URL(baseUrl);
  const client = new twilio.RequestClient();
  const send: typeof client.request = client.request.bind(client);
  client.request = (options) => {
    const target = new URL(options.uri);
    target.protocol = base.protocol;
    target.host = base.host;
    return send({ ...options, uri: target.href });
  };
  return client;
}
