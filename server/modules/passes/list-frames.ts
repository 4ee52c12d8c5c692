import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { PASS_FRAMES_PER_PAGE, type passEndpoints } from '#contract/endpoints/passes.ts';
import type { Context } from '#server/context.ts';
import { listFrames } from '#server/modules/images/frames-of-passes.ts';
import { issuePictureToken } from '#server/platform/link-picture-token.ts';
import { followPass } from './follow-pass.ts';
import { toWireFrame } from './passes.wire.ts';

export async function listPassFrames(
  context: Pick<Context, 'db' | 'clock' | 'imageKeys'>,
  { token, before, state }: BodyOf<typeof passEndpoints.listPassFrames>,
): Promise<ResponseOf<typeof passEndpoints.listPassFrames>> {
  const pass = await followPass(context, token);
  const page = { beforeId: before, state, limit: PASS_FRAMES_PER_PAGE + 1 };
  const rows = await listFrames(context.db, pass.passIds, page);
  const frames = rows.slice(0, PASS_FRAMES_PER_PAGE);
  return {
    frames: frames.map(toWireFrame),
    next: rows.length > frames.length ? (frames.at(-1)?.id ?? null) : null,
    auth: issuePictureToken(context, { kind: 'pass', linkId: pass.id }),
  };
}
