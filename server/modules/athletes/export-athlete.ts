import type { ResponseOf } from '#contract/endpoint.ts';
import type { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import type { Tx } from '#server/context.ts';
import { findAlbumsOfImages } from '#server/modules/images/visible-images.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { listConsents } from './athletes.queries.ts';
import { toWireExport } from './athletes.wire.ts';
import { listAllMatches } from './matches.queries.ts';
import { getOwnAthlete } from './own-athlete.ts';
import { type ShowTx, showAthlete } from './show-athletes.ts';
import { readReferences } from './templates.ts';

export async function exportAthlete(
  tx: ShowTx & Pick<Tx, 'storage' | 'athleteKeys'>,
  actor: Actor,
  athleteId: number,
): Promise<ResponseOf<typeof athleteEndpoints.exportAthlete>> {
  const { db } = tx;
  await getOwnAthlete(db, actor.userId, athleteId);
  const matches = await listAllMatches(db, athleteId);
  const albums = await findAlbumsOfImages(
    db,
    matches.map(({ imageId }) => imageId),
  );
  return toWireExport({
    athlete: await showAthlete(tx, athleteId),
    references: (await readReferences(tx, [athleteId])).get(athleteId),
    consents: await listConsents(db, athleteId),
    matches: matches.map((match) => ({ ...match, albumId: albums.get(match.imageId) ?? null })),
  });
}
