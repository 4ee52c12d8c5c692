import type { ResponseOf } from '#contract/endpoint.ts';
import type { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import type { Context } from '#server/context.ts';
import { toIso, toIsoOrNull } from '#server/platform/timestamps.ts';
import { listConsents } from './athletes.queries.ts';
import { listKept } from './matches.queries.ts';
import { type AthletesWorld, requireAthlete, showAthlete } from './show-athletes.ts';
import { readReferences } from './templates.ts';

/** Everything there is about an athlete. */
export async function exportAthlete(
  world: AthletesWorld & Pick<Context, 'storage' | 'athleteKeys'>,
  userId: number,
  athleteId: number,
): Promise<ResponseOf<typeof athleteEndpoints.exportAthlete>> {
  await requireAthlete(world.db, userId, athleteId);
  const references = (await readReferences(world, [athleteId])).get(athleteId);
  const consents = await listConsents(world.db, athleteId);
  const matches = await listKept(world.db, athleteId);
  return {
    athlete: await showAthlete(world, athleteId),
    consents: consents.map(({ version, relation, givenAt, withdrawnAt }) => ({
      version,
      relation,
      given_at: toIso(givenAt),
      withdrawn_at: toIsoOrNull(withdrawnAt),
    })),
    template: references?.map((reference) => [...reference]) ?? null,
    matches: matches.flatMap(({ imageId, albumId, score, decision }) =>
      albumId === null ? [] : [{ image: imageId, album: albumId, score, decision }],
    ),
  };
}
