import { Readable } from 'node:stream';
import { Client, type UploadOptions } from 'basic-ftp';
import { makeCertificate } from '#engines/ftp/certificate.ts';
import { type FtpServer, startFtpServer } from '#engines/ftp/ftp-server.ts';
import type { FtpOptions } from '#engines/ftp/session.ts';
import { cameraAccount } from '#server/modules/event-links/camera-accounts.ts';
import { cameraUploads } from '#server/modules/ingest/camera-uploads.ts';
import type { TestApp } from './test-app.ts';

let certificate: Promise<FtpOptions['certificate']> | undefined;

export async function startTestFtp(
  { context }: Pick<TestApp, 'context'>,
  options: Partial<FtpOptions> & { maxConnections?: number } = {},
): Promise<FtpServer> {
  certificate ??= makeCertificate('localhost');
  return startFtpServer(cameraUploads(context), {
    port: 0,
    address: '127.0.0.1',
    allowsPlain: false,
    certificate: await certificate,
    complain: (error) => context.log.warn({ err: error }, 'a camera upload failed'),
    ...options,
  });
}

/** A camera that is connected with the account of a pass. */
export async function connectCamera(
  { context }: Pick<TestApp, 'context'>,
  port: number,
  {
    passId,
    password,
    isPlain = false,
    host = '127.0.0.1',
  }: { passId: number; password?: string; isPlain?: boolean; host?: string },
) {
  const account = await cameraAccount(context, passId);
  const client = new Client(10_000);
  await client.access({
    host,
    port,
    user: account.user,
    password: password ?? account.password,
    secure: !isPlain,
    secureOptions: { rejectUnauthorized: false },
  });
  return {
    client,
    send: (photo: Buffer, name: string, options?: UploadOptions) =>
      client.uploadFrom(Readable.from([photo]), name, options),
    append: (photo: Buffer, name: string) => client.appendFrom(Readable.from([photo]), name),
  };
}
