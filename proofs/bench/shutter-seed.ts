import type { Context } from '#server/context.ts';
import { buildSearchableAthlete, holdAlbum } from '#server/testing/athletes.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import type { startPushService } from '#server/testing/push-service.ts';
import { logIn, makePasses } from './bench-app.ts';
import type { Person } from './shutter-frames.ts';

const FOLLOWERS = 500;
const ATHLETES = 50;
const SLOT_MINUTES_AGO = 15;

export type Ground = {
  eventId: number;
  takenAt: Date;
  passIds: number[];
  /** The phones of parents with an athlete. */
  phoneOf: Map<number, Phone>;
  /** Forgets what the frames before the measurement led to, so that every athlete is found for the first time. */
  forgetMatches(): Promise<void>;
};

type PushService = Awaited<ReturnType<typeof startPushService>>;
type Phone = ReturnType<PushService['subscribe']>;
type Site = { context: Context; address: string };

/** An album that is live, its followers, and parents with an athlete, consent, one reference photo and a phone. */
export async function seedShutter(
  site: Site,
  { people, cameras, service }: { people: Person[]; cameras: number; service: PushService },
): Promise<Ground> {
  const { db } = site.context;
  const plannedAt = new Date(Date.now() - SLOT_MINUTES_AGO * 60_000);
  const startDate = plannedAt.toISOString().slice(0, 10);
  const event = await buildEvent(site, { timeZone: 'UTC', startDate });
  const album = await buildAlbum(site, { eventId: event.id, plannedAt });
  const phoneOf = new Map<number, Phone>();
  for (let follower = 0; follower < FOLLOWERS; follower += 1) {
    const user = await buildUser(site);
    await holdAlbum(site, user, album);
    if (follower >= ATHLETES) continue;
    const phone = service.subscribe();
    phoneOf.set(user.id, phone);
    await addDevice(site.address, user.token, phone);
    const athleteId = await buildSearchableAthlete(site, user, people[follower % people.length]?.embedding);
    await db.updateTable('userAthletes').set({ settledVersion: 1 }).where('id', '=', athleteId).execute();
  }
  const staff = await logIn(site, 'super');
  return {
    eventId: event.id,
    takenAt: new Date(plannedAt.getTime() + 5 * 60_000),
    passIds: await makePasses(staff, event.id, cameras),
    phoneOf,
    async forgetMatches() {
      await db.deleteFrom('athleteMatches').execute();
      await db.deleteFrom('notifications').execute();
      await db.deleteFrom('notificationMessages').execute();
    },
  };
}

async function addDevice(address: string, token: string, phone: Phone): Promise<void> {
  const answer = await fetch(`${address}/api/push-devices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...phone, time_zone: zoneAtNoon(new Date()) }),
  });
  if (!answer.ok) throw new Error(`a device was refused: ${answer.status} ${await answer.text()}`);
}

/** Quiet hours are never now. */
function zoneAtNoon(now: Date): string {
  const hours = 12 - now.getUTCHours();
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}
