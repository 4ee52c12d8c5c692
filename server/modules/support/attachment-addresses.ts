import type { Tx } from '#server/context.ts';
import { readAddress, signAddress } from '#server/platform/signed-address.ts';

const ATTACHMENT = { purpose: 'support attachment', stepSeconds: 30 * 60 };

/** Everyone who was shown the message can open its pictures for a limited time. */
export function attachmentAddress(tx: Pick<Tx, 'imageKeys' | 'clock'>, attachmentId: number): string {
  return `/api/support/attachments/${signAddress(tx, ATTACHMENT, attachmentId)}`;
}

export function readAttachmentToken(tx: Pick<Tx, 'imageKeys' | 'clock'>, token: string): number | undefined {
  return readAddress(tx, ATTACHMENT, token);
}
