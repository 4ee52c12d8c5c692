import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCertificate } from '#engines/ftp/certificate.ts';
import { type FtpServer, startFtpServer } from '#engines/ftp/ftp-server.ts';
import type { Context } from './context.ts';
import { cameraUploads } from './modules/ingest/camera-uploads.ts';

/** Takes photos from cameras, if the operator wants it. */
export async function startFtp(context: Context): Promise<FtpServer | undefined> {
  const { ftp, host } = context.config;
  if (!ftp) return undefined;
  return startFtpServer(cameraUploads(context), {
    port: ftp.port,
    address: host,
    publicHost: ftp.host,
    passivePorts: ftp.passivePorts,
    allowsPlain: ftp.allowsPlain,
    certificate: await readCertificate(context),
    complain: (error) => context.log.warn({ err: error }, 'a camera upload failed'),
  });
}

/** Without files of the operator, one is made at the first start and kept, so that cameras have to trust it only once. */
async function readCertificate({
  config: { ftp, dataDir },
}: Context): Promise<{ key: string; cert: string }> {
  const folder = join(dataDir, 'camera-ftp');
  const files = ftp?.certificate ?? { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  const read = async () => ({
    key: await readFile(files.keyFile, 'utf8'),
    cert: await readFile(files.certFile, 'utf8'),
  });
  if (ftp?.certificate) return read();
  const kept = await read().catch(() => undefined);
  if (kept) return kept;
  const made = await makeCertificate(ftp?.host ?? 'localhost');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(files.keyFile, made.key, { mode: 0o600 });
  await writeFile(files.certFile, made.cert);
  return made;
}
