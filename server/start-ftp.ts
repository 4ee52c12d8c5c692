import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCertificate } from '#engines/ftp/certificate.ts';
import { type FtpServer, startFtpServer } from '#engines/ftp/ftp-server.ts';
import type { Context } from './context.ts';
import { cameraUploads } from './modules/ingest/camera-uploads.ts';

/** Names that mean another machine, or none, to a camera. */
const NOWHERE_ELSE = /^(localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[.*\]|::1?)$/;

/** Takes photos from cameras, if the operator wants it. */
export async function startFtp(context: Context): Promise<FtpServer | undefined> {
  const { ftp, host } = context.config;
  if (!ftp) return undefined;
  return startFtpServer(cameraUploads(context), {
    port: ftp.port,
    address: host,
    // A site on one machine is reached by whatever address the camera used.
    publicHost: NOWHERE_ELSE.test(ftp.host) ? undefined : ftp.host,
    passivePorts: ftp.passivePorts,
    allowsPlain: ftp.allowsPlain,
    certificate: await readCertificate(context),
    complain: (error) => context.log.warn({ err: error }, 'a camera upload failed'),
  });
}

/**
 * Without files of the operator, one is made at the first start and kept, so that cameras have to trust it only once. Key and certificate
 * are one file, which is there whole or not at all: of several processes that start together, all take that of the first.
 */
async function readCertificate({
  config: { ftp, dataDir },
}: Context): Promise<{ key: string; cert: string }> {
  if (ftp?.certificate) {
    const { keyFile, certFile } = ftp.certificate;
    return { key: await readFile(keyFile, 'utf8'), cert: await readFile(certFile, 'utf8') };
  }
  const folder = join(dataDir, 'camera-ftp');
  const path = join(folder, 'certificate.pem');
  const read = () => readFile(path, 'utf8').then((both) => ({ key: both, cert: both }));
  const kept = await read().catch(() => undefined);
  if (kept) return kept;
  const { key, cert } = await makeCertificate(ftp?.host ?? 'localhost');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const made = `${path}.${randomUUID()}`;
  await writeFile(made, `${key}\n${cert}\n`, { mode: 0o600 });
  await link(made, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(made);
  return read();
}
