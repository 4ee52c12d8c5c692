import type { Event } from '#contract/entities/album.ts';
import type { I18n, Language } from '#contract/i18n.ts';
import { readPosterCode } from '#contract/rules/albums.ts';
import { formatCents } from '#contract/rules/money.ts';
import { albumPriceOf } from '#contract/rules/pricing.ts';
import type { Context, Tx } from '#server/context.ts';
import { getPublicAlbum } from '#server/modules/catalogue/browse-albums.ts';
import { getPoster } from '#server/modules/catalogue/posters.ts';
import { showToVisitors } from '#server/modules/group-orders/show-pools.ts';
import { AppError } from '#server/platform/http/errors.ts';
import type { PageTags } from '#server/platform/http/page-tags.ts';
import { formatDays, i18nFor } from '#server/platform/languages/i18n.ts';

export function teamOf({ program_name, team_name }: { program_name: string; team_name: string }): string {
  return `${program_name} ${team_name}`.trim();
}

function dayAndPlace(i18n: I18n, event: Pick<Event, 'start_date' | 'last_date' | 'city' | 'state'>): string {
  return [formatDays(i18n, event), event.city, event.state].filter(Boolean).join(', ');
}

export type Link = { kind: 'album' | 'pool' | 'poster'; key: string };

/** The text of a shared link's preview and picture. It names no person. */
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
export async function describeLink(tx: LinkTx, i18n: I18n, given: Link): Promise<LinkFacts | undefined> {
  const link = readLink(pathOf(given));
  if (!link) return undefined;
  const { kind, key } = link;
  try {
    if (kind === 'album') return await describeAlbum(tx, i18n, key);
    if (kind === 'poster') return await describePoster(tx, i18n, key);
    return await describePool(tx, i18n, key);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function describeAlbum(tx: LinkTx, i18n: I18n, uuid: string): Promise<LinkFacts | undefined> {
  const album = await getPublicAlbum(tx, uuid);
  const [event] = album.events;
  if (!event || event.archived) return undefined;
  const price = formatCents(albumPriceOf(event, tx.clock.now()));
  return {
    title: i18n.t('{team} at {event}', { team: teamOf(album), event: event.name }),
    description: i18n.t(
      '{count, plural, one {# photo} other {# photos}}. The whole album is {price}. Look before you buy.',
      { count: album.images_count, price },
    ),
    headline: teamOf(album),
    line: `${event.name}, ${dayAndPlace(i18n, event)}`,
    price: i18n.t('The whole album {price}', { price }),
  };
}

async function describePool(tx: LinkTx, i18n: I18n, key: string): Promise<LinkFacts | undefined> {
  const pool = await showToVisitors(tx, i18n, key);
  if (pool.state !== 'open' || pool.share_price === null) return undefined;
  const price = formatCents(pool.share_price);
  const { photos, shares, shares_left: left } = pool;
  return {
    title: i18n.t('Join the group order: photos of {teams}', { teams: pool.title }),
    description: i18n.t(
      '{price} a share, {left} of {shares} shares left. Nobody is charged until all shares are taken.',
      { price, left, shares },
    ),
    headline: pool.title,
    line: pool.album
      ? `${pool.album.event}, ${pool.album.place}`
      : i18n.t('{count, plural, one {# photo} other {# photos}}', { count: photos }),
    price: i18n.t('{price} a share, {left} left', { price, left }),
  };
}

async function describePoster(tx: LinkTx, i18n: I18n, code: string): Promise<LinkFacts> {
  const { event, team, albumsUp } = await getPoster(tx.db, code);
  const price = formatCents(albumPriceOf(event, tx.clock.now()));
  const name = team && `${team.programName} ${team.teamName}`.trim();
  const where = dayAndPlace(i18n, event);
  const isUp = team ? team.isUp : albumsUp > 0;
  return {
    title: name ? i18n.t('{team} at {event}', { team: name, event: event.name }) : event.name,
    description: isUp
      ? i18n.t('The photos are up. {where}. Albums {price}.', { where, price })
      : i18n.t('We’ll tell you when the photos are up. {where}. Albums {price}.', { where, price }),
    headline: name ?? event.name,
    line: name ? `${event.name}, ${where}` : where,
    price: i18n.t('Albums {price}', { price }),
  };
}

/** Returns undefined for pages that have no preview of their own, and for what is unknown or over. */
export async function tagPage(
  context: Context,
  path: string,
  language: Language,
): Promise<PageTags | undefined> {
  const link = readLink(decodePath(path));
  const facts = link && (await describeLink(context, i18nFor(language), link));
  if (!facts) return undefined;
  return {
    title: facts.title,
    description: facts.description,
    path: pathOf(link),
    picture: `/api/link-pictures/${link.kind}/${link.key}${language === 'en' ? '' : `?language=${language}`}`,
  };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
