import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Config } from '#server/platform/config/config.ts';
import { isOutage, notifyOutages, type Storage, type StoredContent, type StoredReader } from './storage.ts';

type Described = Pick<HeadObjectCommandOutput, 'ETag' | 'LastModified' | 'ContentLength'>;

/** A server that accepts no connection, or falls silent, counts as lost after this time. */
const CONNECT_TIMEOUT_MS = 3_000;
const SILENCE_TIMEOUT_MS = 30_000;
const STREAM_ATTEMPTS = 3;
const STREAM_RETRY_MS = 100;
/** The SDK otherwise writes to the console what our errors say anyway. */
const ignore = () => undefined;
const SILENT_LOG = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

export function createS3Storage({
  endpoint,
  region,
  bucket,
  keyId,
  secret,
}: NonNullable<Config['s3']>): Storage {
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    credentials: { accessKeyId: keyId, secretAccessKey: secret },
    // The SDK's default checksums break stream uploads on S3-compatible servers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: SILENT_LOG,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: SILENCE_TIMEOUT_MS },
  });
  const at = (key: string) => ({ Bucket: bucket, Key: key });

  async function readVersion(key: string): Promise<StoredContent | undefined> {
    const found = await unlessMissing(client.send(new GetObjectCommand(at(key))));
    if (!found?.Body) return undefined;
    const content = Buffer.from(await found.Body.transformToByteArray());
    return { content, version: versionOf(found) };
  }

  const readWhole = async (key: string) => (await readVersion(key))?.content;

  return notifyOutages({
    async put(key, data) {
      await client.send(new PutObjectCommand({ ...at(key), Body: data }));
    },
    async putFile(key, path) {
      const { size } = await stat(path);
      await tryAgain(() => {
        // One request stores all or nothing, so a killed process leaves no parts behind that cost money.
        const params = { ...at(key), Body: createReadStream(path), ContentLength: size };
        return client.send(new PutObjectCommand(params));
      });
      await rm(path, { force: true });
    },
    read: readWhole,
    readVersion,
    // Asking whether an object is still the same costs as much as reading a small one.
    localPath: () => undefined,
    async openReader(key, start) {
      const Range = start > 0 ? { Range: `bytes=${start}-` } : {};
      const found = await unlessMissing(client.send(new GetObjectCommand({ ...at(key), ...Range })));
      if (!found) return undefined;
      return readerOf(key, found.Body as Readable, start, found.ContentLength ?? 0);
    },
    async stat(key) {
      const found = await unlessMissing(client.send(new HeadObjectCommand(at(key))));
      return found && { sizeBytes: found.ContentLength ?? 0, version: versionOf(found) };
    },
    async copy(from, to) {
      await client.send(new CopyObjectCommand({ ...at(to), CopySource: encodeURI(`${bucket}/${from}`) }));
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },
  });
}

/** Some servers give no tag. */
function versionOf({ ETag, LastModified, ContentLength }: Described): string {
  return ETag ?? `${LastModified?.getTime()}.${ContentLength}`;
}

function readerOf(key: string, body: Readable, start: number, bodyBytes: number): StoredReader {
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let left = Buffer.alloc(0);
  let unread = bodyBytes;
  return {
    sizeBytes: start + bodyBytes,
    async read(target) {
      for (let filled = 0; filled < target.length; ) {
        if (left.length === 0) {
          const next = await pieces.next();
          if (next.done) throw new Error(`${key} ends early`);
          left = next.value as Buffer<ArrayBuffer>;
        }
        const taken = left.copy(target, filled);
        filled += taken;
        unread -= taken;
        left = left.subarray(taken);
      }
    },
    async close() {
      // Reading the rest of the response lets the connection be reused.
      if (unread === 0) body.resume();
      else body.destroy();
    },
  };
}

/** The SDK repeats a failed request only if its body is no stream. */
async function tryAgain(send: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await send();
      return;
    } catch (error) {
      if (attempt === STREAM_ATTEMPTS || !isOutage(error)) throw error;
      await sleep(STREAM_RETRY_MS * attempt);
    }
  }
}

async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
    if (status === 404) return undefined;
    throw error;
  }
}
