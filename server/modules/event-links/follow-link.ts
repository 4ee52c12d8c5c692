import type { EventLinkKind } from '#contract/entities/event-link.ts';
import type { Tx } from '#server/context.ts';
import { getEvent } from '#server/modules/catalogue/browse-events.ts';
import { localDate } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { LINKS, type LinkRow } from './event-links.queries.ts';

export { listPassesOfSame as findPassesOfSame } from './passes.queries.ts';

export type FollowedLink = Pick<LinkRow, 'id' | 'eventId' | 'label' | 'endsOn'>;

/** Finds a link by its secret. Wrong, ended and expired links get the same answer. */
export async function followEventLink(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  kind: EventLinkKind,
  token: string,
  refusal?: string,
): Promise<FollowedLink> {
  const link = await LINKS[kind].findByToken(db, token);
  if (!link || !(await isWorking({ db, clock }, kind, link))) {
    throw new AppError('not_found', refusal === undefined ? {} : { message: refusal });
  }
  await LINKS[kind].markOpened(db, link, clock.now());
  return link;
}

/** Looks a link up again by its number, for pictures whose addresses must not carry its secret. */
export async function findWorkingLink(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  kind: EventLinkKind,
  linkId: number,
): Promise<FollowedLink | undefined> {
  const link = await LINKS[kind].find(db, linkId);
  return link && (await isWorking({ db, clock }, kind, link)) ? link : undefined;
}

async function isWorking({ db, clock }: Pick<Tx, 'db' | 'clock'>, kind: EventLinkKind, link: LinkRow) {
  if (link.endedAt !== null) return false;
  const { time_zone } = await getEvent(db, link.eventId);
  return LINKS[kind].standingOf(link, localDate(clock.now(), time_zone)) === 'works';
}
