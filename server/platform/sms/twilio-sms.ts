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
        if (error instanceof twilio.RestException && error.status === 404) return false;
        throw explainRefusal(error);
      }
    },
    canSend: account.from !== undefined,
    async send({ to, text }) {
      if (account.from === undefined) return 'refused';
      const sender = account.from.startsWith('MG')
        ? { messagingServiceSid: account.from }
        : { from: account.from };
      try {
        await client.messages.create({ to, body: text, ...sender });
        return 'sent';
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return error.code === STOPPED ? 'stopped' : 'refused';
      }
    },
  };
}

/** The recipient answered STOP: https://www.twilio.com/docs/api/errors/21610 */
const STOPPED = 21610;

/** Twilio refuses numbers it cannot text (400), and numbers and places it suspects of fraud (403). */
function isRefusal(error: unknown): error is InstanceType<typeof twilio.RestException> {
  return error instanceof twilio.RestException && (error.status === 400 || error.status === 403);
}

function explainRefusal(error: unknown): unknown {
  if (error instanceof twilio.RestException && error.status === 429) return new AppError('too_many_requests');
  if (!isRefusal(error)) return error;
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
