import nodemailer from 'nodemailer';
import type { Config } from '#server/platform/config/config.ts';
import type { Db } from '#server/platform/database/database.ts';
import { deliverToOutbox } from './outbox.ts';
import { type MailPurpose, mayWriteTo } from './suppressions.ts';

type MailMessage = {
  /** Identifies the message, so that a repeated delivery does not reach the recipient twice. */
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
  /** The mail must never leave twice, even if the process dies while it is sent. */
  isOnce?: boolean;
  /** Defaults to `transaction`. */
  purpose?: MailPurpose;
};

export type Mailer = { send(message: MailMessage): Promise<void>; close(): void };

export function createMailer(config: Config, db: Db): Mailer {
  const transport = createTransport(config, db);
  return {
    ...transport,
    async send({ purpose = 'transaction', ...message }) {
      requireWayOut(purpose, message);
      if (await mayWriteTo(db, message.to, purpose)) await transport.send({ ...message, purpose });
    },
  };
}

/** Notifications and invitations that cannot be stopped must never be sent. */
function requireWayOut(purpose: MailPurpose, { headers, subject }: Omit<MailMessage, 'purpose'>): void {
  const isOwed = purpose === 'notification' || purpose === 'invite';
  if (isOwed && !headers?.['List-Unsubscribe'])
    throw new Error(`the mail "${subject}" has no way to unsubscribe`);
}

/** Somebody waits for mails that they asked for, such as codes, so these never queue behind others. */
const ASKED_CONNECTIONS = 3;
const OTHER_CONNECTIONS = 3;

function createTransport(config: Config, db: Db): Mailer {
  const { smtpUrl, from, dkim } = config.mail;
  if (!smtpUrl) {
    return {
      send: ({ to, isOnce: _isOnce, purpose: _purpose, ...message }) =>
        deliverToOutbox(db, { channel: 'email', recipient: to, ...message }),
      close: () => undefined,
    };
  }
  const open = (maxConnections: number) =>
    nodemailer.createTransport(
      { url: smtpUrl, pool: true, maxConnections },
      { from, ...(dkim ? { dkim: signing(dkim) } : {}) },
    );
  const transports = { asked: open(ASKED_CONNECTIONS), other: open(OTHER_CONNECTIONS) };
  const domain = new URL(config.publicUrl).hostname;
  return {
    async send({ key, isOnce, purpose, ...message }) {
      const transport = purpose === 'asked' ? transports.asked : transports.other;
      const send = () => transport.sendMail({ ...message, messageId: `<${key}@${domain}>` });
      await (isOnce ? sendOnce(db, key, send) : send());
    },
    close() {
      for (const transport of Object.values(transports)) transport.close();
    },
  };
}

/** RFC 8058 requires both List-Unsubscribe headers to be signed; the library omits one by default. */
function signing({ domain, selector, privateKey }: NonNullable<Config['mail']['dkim']>) {
  return {
    domainName: domain,
    keySelector: selector,
    privateKey,
    headerFieldNames:
      'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post',
  };
}

/**
 * Records the mail before it leaves. If the process dies in between, nobody knows whether it left, and it is not sent
 * again: a receipt that is missing can be opened on the site, a second one looks like a second charge.
 */
async function sendOnce(db: Db, key: string, send: () => Promise<unknown>): Promise<void> {
  const begun = await db
    .insertInto('mailDeliveries')
    .values({ key })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!begun) return;
  try {
    await send();
  } catch (error) {
    if (hasNotLeft(error)) await db.deleteFrom('mailDeliveries').where('key', '=', key).execute();
    throw error;
  }
  await db.updateTable('mailDeliveries').set({ sentAt: new Date() }).where('key', '=', key).execute();
}

/** The transport could not open a connection, or was closed before the mail had one. */
const NO_CONNECTION = 'ECONNECTION';

/** True if the server refused the mail, or the connection broke before its content was sent. */
function hasNotLeft(error: unknown): boolean {
  const { responseCode, command, code } = error as {
    responseCode?: unknown;
    command?: unknown;
    code?: unknown;
  };
  if (command === undefined && code === NO_CONNECTION) return true;
  return typeof responseCode === 'number' || (typeof command === 'string' && command !== 'DATA');
}
