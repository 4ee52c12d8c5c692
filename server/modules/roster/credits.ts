import { creditKey } from '#contract/rules/credits.ts';
import type { Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';

export type Credit = { eventId: number; photographer: string | null };

/** Returns who on the roster is meant by the name in a photo's credit. */
export async function readCredits(db: Db) {
  const rows = await db
    .selectFrom('photographerNames as credit')
    .innerJoin('photographers as person', 'person.id', 'credit.photographerId')
    .select(['credit.key', 'person.id', 'person.name'])
    .execute();
  const people = new Map(rows.map(({ key, ...person }) => [key, person]));
  return (name: string | null) => (name === null ? undefined : people.get(creditKey(name)));
}

/**
 * Returns the rates that count now: that of the event, else the photographer's own, else the site's for names that are not
 * on the roster.
 */
export async function findRates(
  tx: Pick<Tx, 'db' | 'log'>,
  credits: readonly Credit[],
): Promise<(credit: Credit) => number> {
  const { commission_rate_basis_points: usual } = await getSettings(tx);
  const keys = [...new Set(credits.flatMap(({ photographer }) => photographer ?? []).map(creditKey))];
  const eventIds = [...new Set(credits.map(({ eventId }) => eventId))];
  if (keys.length === 0) return () => usual;
  const rows = await tx.db
    .selectFrom('photographerNames as credit')
    .innerJoin('photographers as person', 'person.id', 'credit.photographerId')
    .leftJoin('eventPhotographers as own', (join) =>
      join.onRef('own.photographerId', '=', 'person.id').on('own.eventId', '=', anyOf(eventIds)),
    )
    .select(['credit.key', 'person.defaultRateBasisPoints', 'own.eventId', 'own.rateBasisPoints'])
    .where('credit.key', '=', anyOf(keys))
    .execute();
  const byKey = Map.groupBy(rows, ({ key }) => key);
  return ({ eventId, photographer }) => {
    const own = photographer === null ? undefined : byKey.get(creditKey(photographer));
    const here = own?.find((row) => row.eventId === eventId)?.rateBasisPoints;
    return here ?? own?.[0]?.defaultRateBasisPoints ?? usual;
  };
}
