import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { i18nFor } from '#server/platform/languages/i18n.ts';
import { eventually, freshEmail } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { createMailer, type Mailer } from './mail.ts';
import { listOutbox } from './outbox.ts';
import { composeMail } from './template.ts';

const testApp = startTestApp();
const frame = {
  i18n: i18nFor('en'),
  siteUrl: 'https://encore.test',
  siteName: 'Encore',
  footer: 'photos of your athlete.',
  signature: 'Your team',
  postalAddress: '1 Stage Door, Anytown',
};

const RECEIPT = {
  key: 'receipt-1-1',
  to: 'zoe@example.test',
  subject: 'Your receipt',
  text: 't',
  html: 'h',
  isOnce: true,
};

describe('over SMTP', () => {
  const received: { from: string; to: string[]; email: Email }[] = [];
  let refusals = 0;
  let beforeAnswer: ((to: string) => unknown) | undefined;
  const connections = { opened: 0, closed: 0 };
  let server: SMTPServer;
  let mailer: Mailer;

  beforeAll(async () => {
    server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onConnect(_session, done) {
        connections.opened += 1;
        done();
      },
      onClose() {
        connections.closed += 1;
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk) => chunks.push(chunk));
        stream.on('end', async () => {
          if (refusals > 0) {
            refusals -= 1;
            done(Object.assign(new Error('try later'), { responseCode: 451 }));
            return;
          }
          received.push({
            from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
            to: session.envelope.rcptTo.map((recipient) => recipient.address),
            email: await PostalMime.parse(Buffer.concat(chunks)),
          });
          await beforeAnswer?.(session.envelope.rcptTo[0]?.address ?? '');
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.server.address() as AddressInfo;
    const config = readConfig({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Encore Photos <photos@encore.test>',
      PUBLIC_URL: 'https://encore.test',
    });
    mailer = createMailer(config, testApp.context.db);
  });

  afterAll(async () => {
    mailer.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  test('a message arrives with both parts, its sender, its key as message id and its headers', async () => {
    const content = composeMail(
      {
        title: 'Zoë, your photos',
        paragraphs: ['Hello Zoë,'],
        button: { label: 'Open', url: 'https://x.test/?a=1&b=2' },
      },
      frame,
    );
    await mailer.send({
      key: 'job-17',
      to: 'zoe@example.test',
      subject: 'Zoë, your photos ✨',
      headers: { 'List-Unsubscribe': '<https://encore.test/unsubscribe>' },
      ...content,
    });
    const [message, ...more] = received;
    expect(more).toEqual([]);
    expect(message).toMatchObject({ from: 'photos@encore.test', to: ['zoe@example.test'] });
    expect(message?.email).toMatchObject({
      from: { name: 'Encore Photos', address: 'photos@encore.test' },
      to: [{ address: 'zoe@example.test' }],
      subject: 'Zoë, your photos ✨',
      messageId: '<job-17@encore.test>',
    });
    expect(message?.email.text?.trim()).toBe(content.text.trim());
    expect(message?.email.html?.trim()).toBe(content.html.trim());
    expect(message?.email.headers).toContainEqual(
      expect.objectContaining({ key: 'list-unsubscribe', value: '<https://encore.test/unsubscribe>' }),
    );
  });

  test('a DKIM signature covers both List-Unsubscribe headers', async () => {
    received.length = 0;
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const { port } = server.server.address() as AddressInfo;
    const signing = createMailer(
      readConfig({
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        DKIM_DOMAIN: 'encore.test',
        DKIM_SELECTOR: 'mail',
        DKIM_PRIVATE_KEY: privateKey
          .export({ type: 'pkcs8', format: 'pem' })
          .toString()
          .replaceAll('\n', '\\n'),
      }),
      testApp.context.db,
    );
    const headers = {
      'List-Unsubscribe': '<https://encore.test/u>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    };
    await signing.send({
      key: 'job-21',
      to: 'zoe@example.test',
      subject: 's',
      text: 't',
      html: 'h',
      headers,
    });
    signing.close();
    const signature = received[0]?.email.headers.find(({ key }) => key === 'dkim-signature')?.value ?? '';
    expect(signature).toMatch(/d=encore\.test; .*s=mail;/s);
    const signed = /[; ]h=([^;]+);/.exec(signature)?.[1]?.replace(/\s/g, '').toLowerCase().split(':');
    expect(signed).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post', 'from']));
  });

  test('a line break in a subject or recipient adds no header and no recipient', async () => {
    received.length = 0;
    await mailer.send({
      key: 'job-18',
      to: 'zoe@example.test',
      subject: 'Hello\r\nBcc: thief@example.test',
      text: 't',
      html: 'h',
    });
    expect(received[0]?.to).toEqual(['zoe@example.test']);
    expect(received[0]?.email.headers.map(({ key }) => key)).not.toContain('bcc');
  });

  test('a mail that must leave once is not sent again after the process dies while it is sent', async () => {
    received.length = 0;
    const { port } = server.server.address() as AddressInfo;
    const script = `
      import { createMailer } from ${JSON.stringify(new URL('./mail.ts', import.meta.url).href)};
      import { readConfig } from ${JSON.stringify(new URL('../config/config.ts', import.meta.url).href)};
      import { connectDatabase } from ${JSON.stringify(new URL('../database/database.ts', import.meta.url).href)};
      const mailer = createMailer(
        readConfig({ SMTP_URL: 'smtp://127.0.0.1:${port}', PUBLIC_URL: 'https://encore.test' }),
        connectDatabase(${JSON.stringify(testApp.url)}, { maxConnections: 2 }),
      );
      await mailer.send(${JSON.stringify(RECEIPT)});
    `;
    const sender = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const ended = once(sender, 'exit');
    // The server has the whole mail and has not answered yet.
    beforeAnswer = () => sender.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    beforeAnswer = undefined;
    await mailer.send(RECEIPT);
    expect(received.map(({ email }) => email.messageId)).toEqual([`<${RECEIPT.key}@encore.test>`]);
  });

  test('a mail that must leave once is sent again after a refusal, and then never again', async () => {
    received.length = 0;
    refusals = 1;
    const message = { ...RECEIPT, key: 'receipt-2-2' };
    await expect(mailer.send(message)).rejects.toThrow(/try later/);
    await mailer.send(message);
    await mailer.send(message);
    expect(received).toHaveLength(1);
  });

  test('mails share connections, which end when the mailer is closed', async () => {
    const { opened, closed } = connections;
    const { port } = server.server.address() as AddressInfo;
    const pooled = createMailer(readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` }), testApp.context.db);
    const message = { to: 'a@example.test', subject: 's', text: 't', html: 'h' };
    for (const key of ['pool-1', 'pool-2', 'pool-3']) await pooled.send({ key, ...message });
    expect(connections).toEqual({ opened: opened + 1, closed });
    pooled.close();
    await eventually(
      async () => (connections.closed > closed ? true : undefined),
      'the end of the connection',
    );
  });

  test('a code does not wait for other mails that the server holds up', async () => {
    received.length = 0;
    const latch = Promise.withResolvers<void>();
    beforeAnswer = (to) => (to.startsWith('slow') ? latch.promise : undefined);
    const message = { subject: 's', text: 't', html: 'h' };
    const slow = Array.from({ length: 20 }, (_, n) =>
      mailer.send({ key: `slow-${n}`, to: `slow-${n}@example.test`, ...message }),
    );
    await eventually(async () => received[0], 'the first of the slow mails');
    await mailer.send({ key: 'code', to: 'code@example.test', purpose: 'asked', ...message });
    expect(received.map(({ to }) => to[0])).toContain('code@example.test');
    expect(received.length).toBeLessThan(20);
    latch.resolve();
    await Promise.all(slow);
    beforeAnswer = undefined;
    expect(received).toHaveLength(21);
  });

  test('a mail that must leave once is sent after the server closed every connection without a word', async () => {
    received.length = 0;
    const mute = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const at = (port: number) =>
      createMailer(readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` }), testApp.context.db);
    const message = { ...RECEIPT, key: 'receipt-3-3' };
    const first = at((mute.address() as AddressInfo).port);
    await expect(first.send(message)).rejects.toThrow(/closed/);
    first.close();
    mute.close();
    await mailer.send(message);
    expect(received).toHaveLength(1);
  });

  test('a refusing server makes sending fail, so that the job is retried', async () => {
    refusals = 1;
    const message = { key: 'job-19', to: 'a@example.test', subject: 's', text: 't', html: 'h' };
    await expect(mailer.send(message)).rejects.toThrow(/try later/);
    received.length = 0;
    await mailer.send(message);
    expect(received).toHaveLength(1);
  });
});

describe('to the outbox', () => {
  test('a message delivered twice is stored once', async () => {
    const to = freshEmail();
    const message = {
      key: 'same-key',
      to,
      subject: 's',
      text: 't',
      html: '<p>h</p>',
      headers: { 'x-a': 'b' },
    };
    await testApp.context.mail.send(message);
    await testApp.context.mail.send(message);
    const messages = await listOutbox(testApp.context.db, to);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({
      channel: 'email',
      subject: 's',
      text: 't',
      html: '<p>h</p>',
      headers: { 'x-a': 'b' },
    });
  });
});

describe('the template', () => {
  const hostile = `<script>alert("1")</script> & 'more'`;

  test('escapes user input', () => {
    const { html, text } = composeMail(
      {
        title: hostile,
        greeting: hostile,
        opening: hostile,
        paragraphs: [hostile],
        button: { label: hostile, url: 'https://encore.test/?q="><script>' },
        note: hostile,
      },
      { ...frame, siteName: hostile, footer: hostile, signature: hostile, postalAddress: hostile },
    );
    expect(html).not.toMatch(/<script|"1"|q="|& '/);
    expect(html.split('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39;')).toHaveLength(
      13,
    );
    expect(text).toContain(hostile);
  });

  test('has the same content in both parts', () => {
    const { html, text } = composeMail(
      {
        title: 'Title',
        paragraphs: ['First', 'Second'],
        button: { label: 'Go', url: 'https://encore.test/go' },
        note: 'Note',
      },
      frame,
    );
    for (const words of [
      'Title',
      'First',
      'Second',
      'Go',
      'https://encore.test/go',
      'Note',
      frame.postalAddress,
    ]) {
      expect(html).toContain(words);
      expect(text).toContain(words);
    }
  });

  test('without a button links only to the site and its terms', () => {
    const { html } = composeMail({ title: 'T', paragraphs: [] }, frame);
    expect(html.match(/href="[^"]+"/g)).toEqual([
      'href="https://encore.test"',
      'href="https://encore.test/terms"',
      'href="https://encore.test/privacy"',
    ]);
  });
});
