import { MOST_PASS_FILES, type Pass } from '#contract/endpoints/passes.ts';
import type { Tx } from '#server/context.ts';
import { getEvent } from '#server/modules/catalogue/browse-events.ts';
import { findPassUse } from '#server/modules/event-links/pass-uploads.ts';
import { countFrameStates } from '#server/modules/images/frames-of-passes.ts';
import { followPass } from './follow-pass.ts';
import { toWirePass } from './passes.wire.ts';

export async function openPass(tx: Pick<Tx, 'db' | 'clock'>, token: string): Promise<Pass> {
  const pass = await followPass(tx, token);
  const { filesBegun } = await findPassUse(tx.db, pass.id);
  return toWirePass({
    pass,
    event: await getEvent(tx.db, pass.eventId),
    filesLeft: Math.max(0, MOST_PASS_FILES - filesBegun),
    frames: await countFrameStates(tx.db, pass.passIds),
  });
}
