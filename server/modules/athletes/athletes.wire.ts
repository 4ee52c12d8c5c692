import type { AthleteMatch, ReferencePhoto, UserAthlete } from '#contract/endpoints/athletes.ts';
import type { Context } from '#server/context.ts';
import { SURE_SCORE } from '#server/platform/faces/matching.ts';
import { toIso, toIsoOrNull } from '#server/platform/timestamps.ts';
import type { AthleteRow } from './athletes.queries.ts';
import type { MatchRow } from './matches.queries.ts';
import type { ReferencePhotoRow } from './reference-photos.queries.ts';
import { referencePictureAddress } from './reference-picture.ts';

type World = Pick<Context, 'clock' | 'imageKeys'>;

/** Staff see that there is a photo, not the face. */
export function toWireReferencePhoto(
  world: World,
  row: ReferencePhotoRow,
  { hasFace = true } = {},
): ReferencePhoto {
  const isDeleted = row.deletedAt !== null;
  return {
    id: row.id,
    user_athlete: row.athleteId,
    deleted: isDeleted,
    url: isDeleted || !hasFace ? null : referencePictureAddress(world, row.id),
    created_at: toIso(row.createdAt),
  };
}

type AthleteFacts = {
  photos: ReferencePhoto[];
  matches: { sure: number; maybe: number };
  search: UserAthlete['search'];
};

export function toWireAthlete(row: AthleteRow, { photos, matches, search }: AthleteFacts): UserAthlete {
  return {
    id: row.id,
    user: row.userId,
    name: row.name,
    team_name: row.teamName,
    deleted: row.deletedAt !== null,
    consented_at: toIsoOrNull(row.givenAt),
    consent_version: row.consentVersion,
    consent_relation: row.consentRelation,
    user_athlete_reference_photos: photos,
    matches_sure: matches.sure,
    matches_maybe: matches.maybe,
    search,
    created_at: toIso(row.createdAt),
  };
}

export function toWireMatch(row: MatchRow, owned: boolean): AthleteMatch {
  return {
    image: {
      id: row.imageId,
      width: row.width ?? 0,
      height: row.height ?? 0,
      captured_at: toIsoOrNull(row.capturedAt),
      placeholder: row.placeholder,
    },
    score: row.score,
    certainty: toCertainty(row),
    decision: row.decision,
    box: row.box,
    is_close_up: row.isCloseUp,
    owned,
  };
}

export function toCertainty({ score, decision }: Pick<MatchRow, 'score' | 'decision'>): 'sure' | 'maybe' {
  return decision === 'confirmed' || score >= SURE_SCORE ? 'sure' : 'maybe';
}
