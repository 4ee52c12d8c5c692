import type { BodyOf } from '#contract/endpoint.ts';
import { MOST_WALL_TEAMS, type WallSettings, type wallEndpoints } from '#contract/endpoints/wall.ts';
import type { Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/find-people.ts';
import { getEvent } from '#server/modules/catalogue/browse-events.ts';
import { listPerformances } from '#server/modules/catalogue/schedule.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { isWallOn, listConsents, removeConsents, writeConsents, writeSwitch } from './wall.queries.ts';
import { toWireTeam } from './wall.wire.ts';

export async function getWallSettings({ db }: Pick<Tx, 'db'>, eventId: number): Promise<WallSettings> {
  await getEvent(db, eventId);
  const teams = (await listPerformances(db, eventId)).slice(0, MOST_WALL_TEAMS);
  const consents = await listConsents(
    db,
    teams.map(({ id }) => id),
  );
  const people = await listPeople(
    db,
    consents.map(({ recordedBy }) => recordedBy),
  );
  const byAlbum = new Map(consents.map((consent) => [consent.albumId, consent]));
  return {
    is_on: await isWallOn(db, eventId),
    teams: teams.map((team) => toWireTeam(team, byAlbum.get(team.id), people)),
  };
}

export async function switchWall(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { eventId, isOn }: { eventId: number; isOn: boolean },
): Promise<WallSettings> {
  const { db, clock } = tx;
  await getEvent(db, eventId);
  const change = { eventId, isOn, changedBy: actor.userId, now: clock.now() };
  if (await writeSwitch(db, change)) {
    await recordAudit(db, {
      actorId: actor.userId,
      action: 'wall.switch',
      subject: `event:${eventId}`,
      after: { isOn },
    });
  }
  return getWallSettings(tx, eventId);
}

type Consent = BodyOf<typeof wallEndpoints.setWallConsent> & { eventId: number };

/** Refuses albums of other events. Withdrawing takes the team's photos off the wall with its next question. */
export async function setWallConsent(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { eventId, albums, agreed_by: agreedBy }: Consent,
): Promise<WallSettings> {
  const { db, clock } = tx;
  await getEvent(db, eventId);
  const albumIds = [...new Set(albums)];
  const known = new Set((await listPerformances(db, eventId)).map(({ id }) => id));
  if (albumIds.some((id) => !known.has(id))) throw new AppError('not_found');
  if (agreedBy === null) await removeConsents(db, albumIds);
  else await writeConsents(db, albumIds, { agreedBy, recordedBy: actor.userId, now: clock.now() });
  await recordAudit(db, {
    actorId: actor.userId,
    action: agreedBy === null ? 'wall.withdraw' : 'wall.consent',
    subject: `event:${eventId}`,
    after: { albumIds, agreedBy },
  });
  return getWallSettings(tx, eventId);
}
