import type { ReferencePhoto, UserAthlete } from '#contract/endpoints/athletes.ts';
import type { AlbumMatches, AthleteMatch } from '#contract/entities/athlete.ts';
import { CONSENT_VERSION } from '#contract/rules/athletes.ts';
import { buildAlbum, buildEvent, buildImage } from './demo-albums.ts';

export function buildReferencePhoto(id: number): ReferencePhoto {
  return {
    id,
    user_athlete: 3,
    deleted: false,
    url: `/api/reference-pictures/token-of-at-least-20-${id}`,
    created_at: '2026-11-14T10:00:00.000Z',
  };
}

export function buildAthlete(changes: Partial<UserAthlete> = {}): UserAthlete {
  return {
    id: 3,
    user: 7,
    name: 'Maya',
    team_name: null,
    deleted: false,
    consented_at: '2026-11-14T10:00:00.000Z',
    consent_version: CONSENT_VERSION,
    consent_relation: 'guardian',
    user_athlete_reference_photos: [buildReferencePhoto(1)],
    matches_sure: 2,
    matches_maybe: 1,
    search: {
      is_running: false,
      albums_done: 1,
      albums_total: 1,
      albums_today: 1,
      missing_verification: null,
      resumes_at: null,
      is_available: true,
    },
    created_at: '2026-11-14T10:00:00.000Z',
    ...changes,
  };
}

export function buildMatch(imageId: number, changes: Partial<AthleteMatch> = {}): AthleteMatch {
  return {
    image: buildImage(imageId),
    score: 0.8,
    certainty: 'sure',
    decision: null,
    box: { x: 0.4, y: 0.2, width: 0.1, height: 0.2 },
    is_close_up: false,
    owned: false,
    ...changes,
  };
}

export function buildAlbumMatches(albumId: number, changes: Partial<AlbumMatches> = {}): AlbumMatches {
  return {
    album: { ...buildAlbum(albumId), events: [buildEvent()] },
    album_owned: false,
    auth: 'zzzzzz.7.t.signature',
    owned_auth: null,
    matches: [buildMatch(11)],
    ...changes,
  };
}
