import { formatCents } from '#contract/rules/money.ts';
import type { Tx } from '#server/context.ts';
import { publicAlbums } from '#server/modules/catalogue/browse-albums.ts';
import { mailCoverUrl } from '#server/modules/images/mail-cover.ts';
import { findOrder, listLines } from '#server/modules/orders/orders.ts';
import type { MailCard } from '#server/platform/mail/template.ts';
import { showToVisitors } from './show-to-visitors.ts';

/** Shows a shared order in a mail: what it is, what a share costs, how many are left and until when. */
export async function poolCard(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'config'>,
  orderKey: string,
): Promise<MailCard> {
  const { title, album, photos, shares, ...pool } = await showToVisitors(tx, orderKey);
  const order = await findOrder(tx.db, orderKey);
  const albumIds = order ? (await listLines(tx.db, [order.id])).map((line) => line.albumId) : [];
  const [first] = await publicAlbums(tx, albumIds);
  const lines = [
    ...(album ? [[album.event, album.place].filter(Boolean).join(', ')] : []),
    ...(photos > 0 ? [`${photos} ${photos === 1 ? 'photo' : 'photos'} for everyone who joins`] : []),
    ...(pool.share_price === null
      ? []
      : [`${formatCents(pool.share_price)} a share, ${pool.shares_left} of ${shares} left`]),
    ...(pool.deadline === null ? [] : [`Open until ${dayInWords(pool.deadline, first?.event.time_zone)}`]),
  ];
  return {
    title,
    lines,
    ...(album &&
      first &&
      album.cover.length > 0 && {
        picture: { url: mailCoverUrl(tx, tx.config, first.album.id), alt: `Photo of ${album.team} on stage` },
      }),
  };
}

/** A mail does not know the time zone of its reader, so the day is that at the event. */
function dayInWords(moment: string, timeZone = 'UTC'): string {
  const format = { timeZone, weekday: 'long', month: 'short', day: 'numeric' } as const;
  return new Intl.DateTimeFormat('en-US', format).format(new Date(moment));
}
