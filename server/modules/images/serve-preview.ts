import { crc32 } from 'node:zlib';
import { type Code, openCode } from '#engines/watermark/codeword.ts';
import {
  areVariants,
  assembledLength,
  assembleInto,
  DamagedVariantsError,
  openVariants,
  type Variants,
} from '#engines/watermark/variants.ts';
import type { Context } from '#server/context.ts';
import { createCache } from '#server/platform/database/cache.ts';
import { type Bytes, takeBuffer } from '#server/platform/http/send-bytes.ts';
import { ANYONE, type VerifiedGrant } from '#server/platform/security/image-tokens.ts';
import { derivativeKey } from './image-keys.ts';
import { findTraceKey } from './trace-keys.ts';
import { ANY_VIEWER, accountViewer, type Viewer, type ViewLog } from './view-log.ts';

export type PreviewContext = Pick<Context, 'traceKeys'> & { openPreviews: OpenPreviews; viewLog: ViewLog };

/** A grant of a link names its viewer; all others are of an account. */
export type ViewedGrant = VerifiedGrant & { viewer?: Viewer };

/**
 * Puts the copy of this viewer together, after it is on record that it was shown. The token says whose copy it is, so
 * an address that is passed on still gives the copy of the person it was issued to.
 */
export async function findMarkedPreview(
  context: PreviewContext,
  { folderUuid, imageId }: { folderUuid: string; imageId: number },
  grant: ViewedGrant,
): Promise<Pick<Bytes, 'content' | 'sizeBytes' | 'etag'> | undefined> {
  const stored = await context.openPreviews.read(derivativeKey(folderUuid, imageId, 'preview'));
  if (!stored) return undefined;
  if ('jpeg' in stored)
    return { content: stored.jpeg, sizeBytes: stored.jpeg.length, etag: etagOf(stored.jpeg) };
  const viewer = viewerOf(grant);
  const { variants } = stored;
  // The biases are half of the work of making a code, and the same for all viewers.
  stored.code ??= openCode(findTraceKey(context.traceKeys, variants.keyId).secret, imageId, variants.tiles);
  const code = stored.code.of(viewer.code);
  const sizeBytes = assembledLength(variants, code);
  return {
    sizeBytes,
    etag: `"${crc32(code, variants.checkSum).toString(36)}-${sizeBytes.toString(36)}-${variants.tiles.toString(36)}"`,
    content: async ({ start, endExclusive }) => {
      await context.viewLog.note(viewer, folderUuid, imageId);
      const { buffer, release } = takeBuffer(sizeBytes);
      assembleInto(buffer, variants, code);
      return { buffer: buffer.subarray(start, endExclusive), release };
    },
  };
}

export function etagOf(content: Buffer): string {
  return `"${crc32(content).toString(36)}-${content.length.toString(36)}"`;
}

function viewerOf({ viewer, userId }: ViewedGrant): Viewer {
  return viewer ?? (userId === ANYONE ? ANY_VIEWER : accountViewer(userId));
}

/** A preview from before variants, or one that cannot be marked, is the same for everyone. */
type StoredPreview = { variants: Variants; code?: Code } | { jpeg: Buffer };

export type OpenPreviews = { read(key: string): Promise<StoredPreview | undefined> };

/** The preview is undefined if there is none or it is damaged. */
type Opened = { preview: StoredPreview | undefined; sizeBytes: number; version: string | undefined };

/** Watermark variants and plain previews share this. It is enough for the variants of about 250 previews. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Keeps the previews that were used last, because several people look at the same photos. It asks the storage for the
 * version each time, so that a photo that was hidden, moved or made again is gone at once.
 */
export function createOpenPreviews(
  { storage, log }: Pick<Context, 'storage' | 'log'>,
  maxBytes = MAX_BYTES,
): OpenPreviews {
  const cache = createCache<string, Opened>({ max: maxBytes, sizeOf: ({ sizeBytes }) => sizeBytes });

  function openIntact(key: string, content: Buffer): StoredPreview | undefined {
    if (!areVariants(content)) return { jpeg: content };
    try {
      return { variants: openVariants(content) };
    } catch (error) {
      if (!(error instanceof DamagedVariantsError)) throw error;
      log.error({ err: error, key }, 'a stored preview is damaged');
      return undefined;
    }
  }

  async function load(key: string): Promise<Opened> {
    const stored = await storage.readVersion(key);
    if (!stored) return { preview: undefined, sizeBytes: 0, version: undefined };
    const { content, version } = stored;
    return { preview: openIntact(key, content), sizeBytes: content.length, version };
  }

  return {
    async read(key) {
      const known = cache.peek(key);
      if (known && (await storage.stat(key))?.version !== known.version && cache.peek(key) === known) {
        cache.drop(key);
      }
      return (await cache.get(key, () => load(key))).preview;
    },
  };
}
