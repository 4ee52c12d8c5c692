import { crc32 } from 'node:zlib';
import { openCode } from '#engines/watermark/codeword.ts';
import { assemble, assembledLength } from '#engines/watermark/variants.ts';
import type { Context } from '#server/context.ts';
import type { Bytes } from '#server/platform/http/send-bytes.ts';
import { ANYONE, type VerifiedGrant } from '#server/platform/security/image-tokens.ts';
import { derivativeKey } from './image-keys.ts';
import type { OpenPreviews } from './open-previews.ts';
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
      return assemble(variants, code).subarray(start, endExclusive);
    },
  };
}

export function etagOf(content: Buffer): string {
  return `"${crc32(content).toString(36)}-${content.length.toString(36)}"`;
}

function viewerOf({ viewer, userId }: ViewedGrant): Viewer {
  return viewer ?? (userId === ANYONE ? ANY_VIEWER : accountViewer(userId));
}
