import type { FoundByStaff } from '#contract/endpoints/overview.ts';
import { type Permission, roleCan } from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import { recordListRead } from '#server/platform/audit.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { splitKeywords } from '#server/platform/keywords.ts';
import { findAlbumHits, findEventHits, findOrderHits, findUserHits } from './staff-search.queries.ts';
import { toFoundAlbum, toFoundEvent, toFoundOrder, toFoundUser } from './staff-search.wire.ts';

/** One letter matches nearly everything and says nothing. */
const FEWEST_LETTERS = 2;
const ORDER_NUMBER = /^#?(\d{1,9})$/;
const ORDER_KEY = /^[\w-]{16,64}$/;

/** Kinds that the role may not see are not queried. */
export async function searchAsStaff(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  text: string,
): Promise<FoundByStaff[]> {
  const words = splitKeywords(text);
  const mayFind = (permission: Permission) => roleCan(actor.role, permission);
  const hasWords = words.some((word) => word.length >= FEWEST_LETTERS);
  const found: FoundByStaff[] = [];
  if (mayFind('customers')) {
    const name = readOrderName(text);
    if (name) found.push(...(await findOrderHits(db, name)).map(toFoundOrder));
  }
  if (hasWords && mayFind('admin_albums')) {
    found.push(...(await findEventHits(db, words)).map(toFoundEvent));
    found.push(...(await findAlbumHits(db, words)).map(toFoundAlbum));
  }
  if (hasWords && mayFind('customers')) {
    const users = await findUserHits(db, words);
    if (users.length > 0) {
      await recordListRead(db, { actorId: actor.userId, filter: { q: text }, rows: users.length });
    }
    found.push(...users.map(toFoundUser));
  }
  return found;
}

function readOrderName(text: string): { number: number } | { key: string } | undefined {
  const number = ORDER_NUMBER.exec(text)?.[1];
  if (number) return { number: Number(number) };
  return ORDER_KEY.test(text) ? { key: text } : undefined;
}
