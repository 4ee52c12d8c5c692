import { createPublicKey } from 'node:crypto';
import { resolveTxt } from 'node:dns/promises';
import nodemailer from 'nodemailer';
import type { Config } from '#server/platform/config/config.ts';
import { type Check, type Finding, failed, messageOf, ok, warning } from './finding.ts';

const TIMEOUT_MS = 10_000;
const MEANINGS: Record<string, string> = {
  EAUTH: 'the server refuses user and password of SMTP_URL',
  EDNS: 'the name in SMTP_URL does not exist',
  ETLS: 'the encryption of SMTP_URL does not fit: smtps:// is for port 465, smtp:// for 587',
};

export function checkMail(config: Config, mailTo: string | undefined): Check[] {
  const { smtpUrl, dkim } = config.mail;
  return [
    { name: 'mail', run: async () => [await trySmtp(config, smtpUrl, mailTo)] },
    ...(dkim ? [{ name: 'DKIM', run: async () => [await checkDkim(dkim)] }] : []),
  ];
}

async function trySmtp(
  config: Config,
  smtpUrl: string | undefined,
  mailTo: string | undefined,
): Promise<Finding> {
  if (!smtpUrl) {
    const line = 'mail stays in the outbox: set SMTP_URL to send it';
    return config.production ? warning('mail', line) : ok('mail', line);
  }
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const url = new URL(smtpUrl);
  const transport = nodemailer.createTransport({
    ...timeouts,
    host: url.hostname,
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
    secure: url.protocol === 'smtps:',
    ...(url.username
      ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
      : {}),
  });
  try {
    await transport.verify();
    if (mailTo) {
      const message = { subject: 'Encore can send mail', text: 'This mail was sent by npm run doctor.' };
      await transport.sendMail({ from: config.mail.from, to: mailTo, ...message });
    }
  } catch (error) {
    const meaning =
      MEANINGS[String((error as { code?: string }).code)] ?? 'the server of SMTP_URL does not take mail';
    return failed('mail', `${meaning} (${messageOf(error)})`);
  } finally {
    transport.close();
  }
  if (config.mail.from.includes('encore.test'))
    return warning('mail', 'MAIL_FROM is the example: set your address');
  return ok('mail', mailTo ? `the server took a mail to ${mailTo}` : 'the server accepts the log-in');
}

type Dkim = NonNullable<Config['mail']['dkim']>;

async function checkDkim({ domain, selector, privateKey }: Dkim): Promise<Finding> {
  const name = `${selector}._domainkey.${domain}`;
  const expected = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
  const records = (await resolveTxt(name).catch(() => [])).map((parts) => parts.join('').replace(/\s/g, ''));
  if (records.length === 0)
    return failed('DKIM', `there is no TXT record ${name}: publish p=${expected.slice(0, 12)}...`);
  return records.some((record) => record.includes(`p=${expected}`))
    ? ok('DKIM', `${name} has our key`)
    : failed('DKIM', `${name} has another key than DKIM_PRIVATE_KEY`);
}
