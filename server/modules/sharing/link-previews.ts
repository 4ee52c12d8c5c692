import type { Album, Event } from '#contract/entities/album.ts';
import { readPosterCode } from '#contract/rules/albums.ts';
import { formatCents } from '#contract/rules/money.ts';
import { albumPriceOf } from '#contract/rules/pricing.ts';
import { eventLine } from '#contract/rules/sentences.ts';
import type { Context, Tx } from '#server/context.ts';
import { getPublicAlbum } from '#server/modules/catalogue/browse-albums.ts';
import { getPoster, type Poster, type PosterTeamRow } from '#server/modules/catalogue/posters.ts';
import { showToVisitors } from '#server/modules/group-orders/show-pools.ts';
import { AppError } from '#server/platform/errors.ts';
import type { FirstWords, PageTags } from '#server/platform/http/page-tags.ts';

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

// The words that fill the pages of web/first-pages.tsx. They are what visitors may know anyway: no photo and no person.

export function posterWords({ code, event, albumsUp }: Poster, team: PosterTeamRow): FirstWords {
  const { name, brand_name, venue_name, city, state, start_date } = event;
  return {
    page: team.isUp ? 'poster-up' : 'poster-soon',
    data: `/api/posters/${team.code}`,
    words: {
      CODE: team.code,
      EVENT_CODE: code,
      EVENT: name,
      BRAND: brand_name,
      DAY: `${weekdayOf(start_date)}, ${start_date.slice(0, 4)}`,
      PLACE: [venue_name, city, state].filter(Boolean).join(', '),
      TEAM: `${team.programName} ${team.teamName}`.trim(),
      DIVISION: team.divisionName,
      ORDER: String(team.performanceOrder),
      LIVE:
        albumsUp === 0
          ? 'No photos are up yet'
          : `${albumsUp} ${albumsUp === 1 ? 'album is' : 'albums are'} up`,
    },
  };
}

export function albumWords(album: Album, event: Event, price: string): FirstWords {
  const day = album.planned_at ? dayInZone(album.planned_at, event.time_zone) : event.start_date;
  return {
    page: 'album',
    data: `/api/albums/uuid/${album.uuid}`,
    words: {
      UUID: album.uuid,
      ALBUM_ID: String(album.id),
      EVENT_ID: String(event.id),
      TEAM: teamOf(album),
      DIVISION: album.division_name,
      ORDER: String(album.performance_order),
      PHOTOS: album.images_count.toLocaleString('en-US'),
      PHOTO_COUNT: String(album.images_count),
      PRICE: price,
      DATE: `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`,
      ISO_DATE: day,
      EVENT_LINE: [eventLine(event), event.venue_name].filter(Boolean).join('. '),
    },
  };
}

function dayInZone(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(moment));
}

function weekdayOf(day: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  }).format(new Date(`${day}T00:00:00Z`));
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
  return (await describePage(tx, given))?.facts;
}

/** What a link is about, and the page that its visitors can use before the script has arrived. */
export type LinkPage = { facts: LinkFacts; first?: FirstWords };

export async function describePage(tx: LinkTx, given: Link): Promise<LinkPage | undefined> {
  const link = readLink(pathOf(given));
  if (!link) return undefined;
  const { kind, key } = link;
  try {
    if (kind === 'album') return await describeAlbum(tx, key);
    if (kind === 'poster') return await describePoster(tx, key);
    const facts = await describePool(tx, key);
    return facts && { facts };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function describeAlbum(tx: LinkTx, uuid: string): Promise<LinkPage | undefined> {
  const album = await getPublicAlbum(tx, uuid);
  const [event] = album.events;
  if (!event || event.archived) return undefined;
  const price = formatCents(albumPriceOf(event, tx.clock.now()));
  const facts = {
    title: `${teamOf(album)} at ${event.name}`,
    description: `${photosOf(album.images_count)}. The whole album for ${price}. Preview it before you buy.`,
    headline: teamOf(album),
    line: `${event.name}, ${daysAndPlace(event)}`,
    price: `The whole album ${price}`,
  };
  // The page of an album without photos, or without a division, has other words.
  const hasAll = album.images_count > 1 && album.division_name !== '';
  return hasAll ? { facts, first: albumWords(album, event, price) } : { facts };
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

async function describePoster(tx: LinkTx, code: string): Promise<LinkPage> {
  const poster = await getPoster(tx.db, code);
  const { event, team, albumsUp } = poster;
  const price = formatCents(albumPriceOf(event, tx.clock.now()));
  const name = team && `${team.programName} ${team.teamName}`.trim();
  const isUp = team ? team.isUp : albumsUp > 0;
  const facts = {
    title: name ? `${name} at ${event.name}` : event.name,
    description: isUp
      ? `Photos are up. ${daysAndPlace(event)}. Albums for ${price}.`
      : `Be told when photos are up. ${daysAndPlace(event)}. Albums for ${price}.`,
    headline: name ?? event.name,
    line: name ? `${event.name}, ${daysAndPlace(event)}` : daysAndPlace(event),
    price: `Albums ${price}`,
  };
  return team ? { facts, first: posterWords(poster, team) } : { facts };
}

/** Returns undefined for pages that have no preview of their own, and for what is unknown or over. */
export async function tagPage(context: Context, path: string): Promise<PageTags | undefined> {
  const link = readLink(decodePath(path));
  const described = link && (await describePage(context, link));
  if (!described) return undefined;
  const { facts, first } = described;
  const { title, description, headline, line } = facts;
  return {
    title,
    description,
    headline,
    line,
    first,
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
