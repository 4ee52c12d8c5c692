import { sql } from 'kysely';
import {
  MAX_OTHER_NAMES,
  MAX_PHOTOGRAPHERS,
  type NewPhotographer,
  type Photographer,
  type PhotographerChange,
} from '#contract/endpoints/roster.ts';
import { creditKey } from '#contract/rules/credits.ts';
import type { Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { checkVersion, recordChange, selectVersion } from '#server/platform/audit/versions.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { toWire } from '#server/platform/http/wire-names.ts';

const LOCK = 'roster';

/** Until the transaction ends, no credited name changes hands. */
export const lockRoster = (db: Db) => advisoryLock(db, LOCK);

export async function addPhotographer(
  tx: Pick<Tx, 'db' | 'clock' | 'log'>,
  actor: Actor,
  { name, email, phone, default_rate_basis_points, other_names }: NewPhotographer,
): Promise<Photographer> {
  const { db, clock } = tx;
  const { commission_rate_basis_points: usual } = await getSettings(tx);
  await lockRoster(db);
  const { people } = await db
    .selectFrom('photographers')
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow();
  if (people >= MAX_PHOTOGRAPHERS)
    throw new AppError('conflict', {
      message: `The roster can have up to ${MAX_PHOTOGRAPHERS} photographers. Archive someone first.`,
    });
  const { id } = await db
    .insertInto('photographers')
    .values({
      name,
      email,
      phone,
      defaultRateBasisPoints: default_rate_basis_points ?? usual,
      createdAt: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeNames(db, id, [name, ...other_names]);
  const added = await getPhotographer(db, id);
  const { version: _version, ...after } = added;
  await recordAudit(db, { actorId: actor.userId, action: 'photographer.add', subject: subjectOf(id), after });
  return added;
}

/** Photos may carry an earlier name, so it stays among the other names. */
export async function changePhotographer(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  {
    photographerId: id,
    change: { version, ...change },
  }: { photographerId: number; change: PhotographerChange },
): Promise<Photographer> {
  await lockRoster(db);
  const before = await getPhotographer(db, id);
  await checkVersion(db, { subject: subjectOf(id), version, edit: change });
  const { name = before.name, other_names = before.other_names, has_left = before.left_at !== null } = change;
  const { email = before.email, phone = before.phone } = change;
  await db
    .updateTable('photographers')
    .set({
      name,
      email,
      phone,
      defaultRateBasisPoints: change.default_rate_basis_points ?? before.default_rate_basis_points,
      leftAt: has_left ? (before.left_at ?? clock.now()) : null,
    })
    .where('id', '=', id)
    .execute();
  const kept = creditKey(name) === creditKey(before.name) ? [] : [before.name];
  await writeNames(db, id, [name, ...other_names, ...kept]);
  const after = await getPhotographer(db, id);
  const made = { actorId: actor.userId, action: 'photographer.change', subject: subjectOf(id) } as const;
  await recordChange(db, { ...made, before: withLeft(before), after: withLeft(after) });
  return getPhotographer(db, id);
}

/** Named as in a change, so that two people who archive and bring back meet each other. */
const withLeft = (person: Photographer) => ({ ...person, has_left: person.left_at !== null });

export async function linkCreditedName(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { photographerId, name }: { photographerId: number; name: string },
): Promise<Photographer> {
  await lockRoster(tx.db);
  const { other_names } = await getPhotographer(tx.db, photographerId);
  return changePhotographer(tx, actor, { photographerId, change: { other_names: [...other_names, name] } });
}

const subjectOf = (photographerId: number) => `photographer:${photographerId}`;

export async function getPhotographer(db: Db, id: number): Promise<Photographer> {
  const [found] = await listPhotographers({ db }, id);
  if (!found) throw new AppError('not_found');
  return found;
}

export async function listPhotographers({ db }: Pick<Tx, 'db'>, id?: number): Promise<Photographer[]> {
  const all = db
    .selectFrom('photographers')
    .selectAll()
    .select((eb) => [
      selectVersion(sql`'photographer:' || photographers.id`).as('version'),
      eb
        .selectFrom('eventPhotographers')
        .whereRef('photographerId', '=', 'photographers.id')
        .select(({ fn }) => fn.countAll<number>().as('events'))
        .as('events'),
    ])
    .orderBy('name')
    .orderBy('id')
    .limit(MAX_PHOTOGRAPHERS);
  const rows = await (id === undefined ? all : all.where('id', '=', id)).execute();
  const names = await db
    .selectFrom('photographerNames')
    .selectAll()
    .where('photographerId', '=', anyOf(rows.map((row) => row.id)))
    .orderBy('name')
    .execute();
  const byPerson = Map.groupBy(names, ({ photographerId }) => photographerId);
  return rows.map(({ createdAt: _, ...row }) => ({
    ...toWire(row),
    other_names: (byPerson.get(row.id) ?? [])
      .filter(({ key }) => key !== creditKey(row.name))
      .map(({ name }) => name),
    events: row.events ?? 0,
  }));
}

/** Every credited name belongs to one person. Spellings that differ only in case or accents are one name. */
async function writeNames(db: Db, photographerId: number, names: readonly string[]): Promise<void> {
  const byKey = new Map([...names].reverse().map((name) => [creditKey(name), name]));
  if (byKey.size > MAX_OTHER_NAMES + 1) {
    throw new AppError('conflict', {
      message: `A photographer can have up to ${MAX_OTHER_NAMES} other names.`,
    });
  }
  const taken = await db
    .selectFrom('photographerNames as credit')
    .innerJoin('photographers as person', 'person.id', 'credit.photographerId')
    .select(['credit.name', 'person.name as owner'])
    .where('credit.key', '=', anyOf([...byKey.keys()]))
    .where('person.id', '<>', photographerId)
    .executeTakeFirst();
  if (taken) {
    const message = `“${taken.name}” already belongs to ${taken.owner}.`;
    throw new AppError('already_exists', { message });
  }
  await db.deleteFrom('photographerNames').where('photographerId', '=', photographerId).execute();
  await db
    .insertInto('photographerNames')
    .values([...byKey].map(([key, name]) => ({ key, name, photographerId })))
    .execute();
}
