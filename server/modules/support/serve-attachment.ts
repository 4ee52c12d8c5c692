import type { Context } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Bytes } from '#server/platform/http/send-bytes.ts';
import { readAttachmentToken } from './attachment-addresses.ts';
import { findAttachment } from './attachments.queries.ts';

const CACHE_SECONDS = 30 * 60;

export async function openAttachment(
  tx: Pick<Context, 'db' | 'clock' | 'imageKeys' | 'storage'>,
  token: string,
): Promise<Bytes> {
  const attachmentId = readAttachmentToken(tx, token);
  const attachment = attachmentId ? await findAttachment(tx.db, attachmentId) : undefined;
  const content = attachment && (await tx.storage.read(attachment.storageKey));
  if (!content) throw new AppError('not_found');
  return {
    content,
    sizeBytes: content.length,
    etag: `"support-${attachment.id}"`,
    headers: {
      'content-type': 'image/webp',
      'cache-control': `private, max-age=${CACHE_SECONDS}, immutable`,
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  };
}
