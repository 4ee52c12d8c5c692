import type { Context } from '#server/context.ts';
import { readAddress, signAddress } from '#server/platform/signed-address.ts';

type World = Pick<Context, 'imageKeys' | 'clock'>;

const ATTACHMENT = { purpose: 'support attachment', stepSeconds: 30 * 60 };

/** Whoever was shown the message can open its pictures for a while; within it pages keep their pictures. */
export function attachmentAddress(world: World, attachmentId: number): string {
  return `/api/support/attachments/${signAddress(world, ATTACHMENT, attachmentId)}`;
}

export function readAttachmentToken(world: World, token: string): number | undefined {
  return readAddress(world, ATTACHMENT, token);
}
