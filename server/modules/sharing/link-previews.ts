import type { Event } from '#contract/entities/album.ts';
import { readPosterCode } from '#contract/rules/albums.ts';
import { formatCents } from '#contract/rules/money.ts';
import { albumPriceOf } from '#contract/rules/pricing.ts';
import type { Context, Tx } from '#server/context.ts';
import { getPublicAlbum } from '#server/modules/catalogue/browse-albums.ts';
import { getPoster } from '#server/modules/catalogue/posters.ts';
import { showToVisitors } from '#server/modules/group-orders/show-pools.ts';
import { AppError } from '#server/platform/http/errors.ts';
import type { PageTags } from '#server/platform/http/page-tags.ts';

export function teamOf({ program_name, team_name }: { program_name: string; team_name: string }): string {
  return `${program_name} ${team_name}`.trim();
}

export function photosOf(count: number): string {
  return count === 1 ? '1 photo' : `${count} photos`;
}

export function daysAndPlace({
  start_date,
  city,
  state,
}: Pick<Event, 'start_date' | 'city' | 'state'>): string {
  const day = new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  }).format(new Date(`${start_date}T00:00:00Z`));
  return [day, city, state].filter(Boolean).join(', ');
}

export type Link = { kind: 'album' | 'pool' | 'poster'; key: string };

/** What a shared link is about, in the words of its preview and its picture. It names no person. */
export type LinkFacts = {
  title: string;
  description: string;
  /** The lines of the picture, from large to small. */
  headline: string;
  line: string;
  price: string;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ORDER_KEY = /^[\w-]{16,64}$/;

/** Returns undefined for pages that have no preview of their own. */
export function readLink(path: string): Link | undefined {
  const [, page, key = '', ...rest] = path.split('/');
  if (rest.length > 1 || (rest.length === 1 && rest[0] !== '')) return undefined;
  if (page === 'view-album' && UUID.test(key)) return { kind: 'album', key: key.toLowerCase() };
  if (page === 'checkout' && ORDER_KEY.test(key)) return { kind: 'pool', key };
  const code = page === 'e' ? readPosterCode(key) : undefined;
  return code === undefined ? undefined : { kind: 'poster', key: code };
}

/** The path that a link has on the site, whatever way it was typed. */
export function pathOf({ kind, key }: Link): string {
  return { album: '/view-album/', pool: '/checkout/', poster: '/e/' }[kind] + key;
}

type LinkTx = Pick<Tx, 'db' | 'clock' | 'imageKeys'>;

/** Returns undefined if there is nothing that a stranger may know, or the thing is over. */
export async function describeLink(tx: LinkTx, given: Link): Promise<LinkFacts | undefined> {
  const link = readLink(pathOf(given));
  if (!link) return undefined;
  const { kind, key } = link;
  try {
    if (kind === 'album') return await describeAlbum(tx, key);
    if (kind === 'poster') return await describePoster(tx, key);
    return await describePool(tx, key);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function describeAlbum(tx: LinkTx, uuid: string): Promise<LinkFacts | undefined> {
  const album = await getPublicAlbum(tx, uuid);
  const [event] = album.events;
  if (!event || event.archived) return undefined;
  const price = formatCents(albumPriceOf(event, tx.clock.now()));
  return {
    title: `${teamOf(album)} at ${event.name}`,
    description: `${photosOf(album.images_count)}. The whole album for ${price}. Preview it before you buy.`,
    headline: teamOf(album),
    line: `${event.name}, ${daysAndPlace(event)}`,
    price: `The whole album ${price}`,
  };
}

async function describePool(tx: LinkTx, key: string): Promise<LinkFacts | undefined> {
  const pool = await showToVisitors(tx, key);
  if (pool.state !== 'open' || pool.share_price === null) return undefined;
  const price = formatCents(pool.share_price);
  const left = `${pool.shares_left} of ${pool.shares} shares left`;
  return {
    title: `Share the photos of ${pool.title}`,
    description: `${price} a share, ${left}. Nobody is charged until all shares are taken.`,
    headline: pool.title,
    line: pool.album ? `${pool.album.event}, ${pool.album.place}` : photosOf(pool.photos),
    price: `${price} a share, ${pool.shares_left} left`,
  };
}

async function describePoster(tx: LinkTx, code: string): Promise<LinkFacts> {
  const { event, team, albumsUp } = await getPoster(tx.db, code);
  const price = formatCents(albumPriceOf(event, tx.clock.now()));
  const name = team && `${team.programName} ${team.teamName}`.trim();
  const isUp = team ? team.isUp : albumsUp > 0;
  return {
    title: name ? `${name} at ${event.name}` : event.name,
    description: isUp
      ? `Photos are up. ${daysAndPlace(event)}. Albums for ${price}.`
      : `Be told when photos are up. ${daysAndPlace(event)}. Albums for ${price}.`,
    headline: name ?? event.name,
    line: name ? `${event.name}, ${daysAndPlace(event)}` : daysAndPlace(event),
    price: `Albums ${price}`,
  };
}

/** Returns undefined for pages that have no preview of their own, and for what is unknown or over. */
export async function tagPage(context: Context, path: string): Promise<PageTags | undefined> {
  const link = readLink(decodePath(path));
  const facts = link && (await describeLink(context, link));
  if (!facts) return undefined;
  return {
    title: facts.title,
    description: facts.description,
    path: pathOf(link),
    picture: `/api/link-pictures/${link.kind}/${link.key}`,
  };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
