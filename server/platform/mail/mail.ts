import nodemailer from 'nodemailer';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/database.ts';
import { deliverToOutbox } from '#server/platform/outbox.ts';

export type MailMessage = {
  /** The same key is the same message: a repeated delivery does not reach the reader twice. */
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
};

export type Mailer = { send(message: MailMessage): Promise<void>; close(): void };

export function createMailer(config: Config, db: Db): Mailer {
  const { smtpUrl, from } = config.mail;
  if (!smtpUrl) {
    return {
      send: ({ to, ...message }) => deliverToOutbox(db, { channel: 'email', recipient: to, ...message }),
      close: () => undefined,
    };
  }
  const transport = nodemailer.createTransport(smtpUrl, { from });
  const domain = new URL(config.publicUrl).hostname;
  return {
    async send({ key, ...message }) {
      await transport.sendMail({ ...message, messageId: `<${key}@${domain}>` });
    },
    close: () => transport.close(),
  };
}
