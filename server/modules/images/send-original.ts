import type { ServerResponse } from 'node:http';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { attachment, type Bytes } from '#server/platform/http/send-bytes.ts';
import { streamBytes } from '#server/platform/http/stream-bytes.ts';
import type { VerifiedGrant } from '#server/platform/security/image-tokens.ts';
import type { ByteRange, StoredReader } from '#server/platform/storage/storage.ts';
import { openOriginal } from './album-originals.ts';
import { findCleanOriginal } from './clean-original.ts';
import type { ImageAccess } from './image-access.ts';
import { cacheControl } from './image-headers.ts';
import { findReadyImages, type PlacedImage } from './image-records.ts';

type OriginalContext = Pick<Context, 'db' | 'clock' | 'storage' | 'config' | 'log'> & {
  imageAccess: ImageAccess;
};

const RECHECK_MS = 1000;

/** The first byte of an original marks the photo as taken, so it can no longer be swapped. */
export async function findOriginalImage(
  context: OriginalContext,
  { folderUuid, imageId }: { folderUuid: string; imageId: number },
  grant: VerifiedGrant,
): Promise<Bytes | undefined> {
  const [image] = await findReadyImages(context.db, [imageId]);
  if (image?.hiddenAt !== null || image.albumUuid !== folderUuid) return undefined;
  const take = async () => {
    const isTaken = await context.imageAccess.takeOriginal(grant, imageId);
    if (!isTaken) throw new AppError('image_token_invalid');
  };
  return sendOriginal(context, image, { grant, take });
}

export async function sendOriginal(
  context: OriginalContext,
  image: PlacedImage,
  { grant, take }: { grant: VerifiedGrant; take?: () => Promise<void> },
): Promise<Bytes | undefined> {
  const original = await findCleanOriginal(context, image);
  if (!original) return undefined;
  const { sizeBytes, crc32: checksum, format } = original;
  return {
    sizeBytes,
    etag: `"${image.contentHash.toString('base64url', 0, 16)}-${checksum.toString(36)}"`,
    content: async (range) => {
      await take?.();
      const file = await openOriginal(context, original, range.start);
      return (response) =>
        streamFile(response, file, range, createRecheck(context.imageAccess, grant, image.id));
    },
    headers: {
      'content-type': `image/${format}`,
      'content-disposition': attachment(image.fileName),
      'cache-control': cacheControl(context, grant, { maxSeconds: 0, isFinal: false, isPersonal: true }),
    },
  };
}

async function streamFile(
  response: ServerResponse,
  file: StoredReader,
  range: ByteRange,
  recheck: () => Promise<void>,
): Promise<void> {
  try {
    await streamBytes(response, range.endExclusive - range.start, async (buffer) => {
      await recheck();
      await file.read(buffer);
    });
  } finally {
    await file.close();
  }
}

/** Breaks a slow transfer off when the right ends meanwhile. */
function createRecheck(imageAccess: ImageAccess, grant: VerifiedGrant, imageId: number): () => Promise<void> {
  let checkedAt = performance.now();
  return async function recheck() {
    if (performance.now() - checkedAt < RECHECK_MS) return;
    checkedAt = performance.now();
    if ((await imageAccess.check(grant, imageId)) !== 'open') {
      throw new Error('the right to this photo ended while it was sent');
    }
  };
}
