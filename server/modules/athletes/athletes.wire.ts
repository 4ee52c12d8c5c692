import type { ResponseOf } from '#contract/endpoint.ts';
import type { athleteEndpoints, ReferencePhoto, UserAthlete } from '#contract/endpoints/athletes.ts';
import type { AlbumMatches, AthleteMatch } from '#contract/entities/athlete.ts';
import { SURE_SCORE } from '#engines/faces/matching.ts';
import type { Tx } from '#server/context.ts';
import type { AlbumWithEvent } from '#server/modules/catalogue/browse-albums.ts';
import { toWireImage } from '#server/modules/images/album-images.ts';
import { toWire } from '#server/platform/http/wire-names.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';
import type { AthleteRow, listConsents, ReferencePhotoRow } from './athletes.queries.ts';
import type { countByAlbum, listAllMatches, MatchRow } from './matches.queries.ts';
import { referenceImageAddress } from './template-vault.ts';

/** Without `hasFace`, as for staff, the address of the picture is left out. */
export function toWireReferencePhoto(
  tx: Pick<Tx, 'clock' | 'imageKeys'>,
  row: ReferencePhotoRow,
  { hasFace = true } = {},
): ReferencePhoto {
  const isDeleted = row.deletedAt !== null;
  return {
    id: row.id,
    user_athlete: row.athleteId,
    deleted: isDeleted,
    url: isDeleted || !hasFace ? null : referenceImageAddress(tx, row.id),
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

function toWireMatch(row: MatchRow, owned: boolean): AthleteMatch {
  return {
    image: toWireImage(row),
    score: row.score,
    certainty: toCertainty(row),
    decision: row.decision,
    box: row.box,
    is_close_up: row.isCloseUp,
    owned,
  };
}

function toCertainty({ score, decision }: Pick<MatchRow, 'score' | 'decision'>): 'sure' | 'maybe' {
  return decision === 'confirmed' || score >= SURE_SCORE ? 'sure' : 'maybe';
}

type AlbumParts = {
  found: AlbumWithEvent;
  auth: string;
  ownedAuth: string | null;
  rows: MatchRow[];
  isAlbumOwned: boolean;
  isOwned: (imageId: number) => boolean;
};

export function toWireAlbumMatches(parts: AlbumParts): AlbumMatches {
  const { found, auth, ownedAuth, rows, isAlbumOwned, isOwned } = parts;
  return {
    album: { ...found.album, events: [found.event] },
    album_owned: isAlbumOwned,
    auth,
    owned_auth: ownedAuth,
    matches: rows.map((row) => toWireMatch(row, isOwned(row.imageId))),
  };
}

export function toWireAlbumCount(
  { albumId: album, athleteId: athlete, ...counts }: Awaited<ReturnType<typeof countByAlbum>>[number],
  name: string,
): ResponseOf<typeof athleteEndpoints.albumAthletes>[number] {
  return { album, athlete, name, ...toWire(counts) };
}

export function toWireAthleteImages(
  { id, name }: AthleteRow,
  rows: MatchRow[],
): ResponseOf<typeof athleteEndpoints.athletesInAlbum>[number] {
  const images = rows.map((row) => ({
    image: row.imageId,
    certainty: toCertainty(row),
    decision: row.decision,
  }));
  return { athlete: id, name, images };
}

type ExportParts = {
  athlete: UserAthlete;
  references: Float32Array[] | undefined;
  consents: Awaited<ReturnType<typeof listConsents>>;
  matches: (Awaited<ReturnType<typeof listAllMatches>>[number] & { albumId: number | null })[];
};

export function toWireExport({
  athlete,
  references,
  consents,
  matches,
}: ExportParts): ResponseOf<typeof athleteEndpoints.exportAthlete> {
  return {
    athlete,
    consents: consents.map(toWire),
    template: references?.map((reference) => [...reference]) ?? null,
    matches: matches.flatMap(({ imageId, albumId, score, decision }) =>
      albumId === null ? [] : [{ image: imageId, album: albumId, score, decision }],
    ),
  };
}
