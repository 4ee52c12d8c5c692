import { formatCents } from '#contract/rules/money.ts';
import { albumPriceOf } from '#contract/rules/pricing.ts';
import type { Tx } from '#server/context.ts';
import { publicAlbums } from '#server/modules/catalogue/browse-albums.ts';
import type { MailCard } from '#server/platform/mail/template.ts';
import { mailCoverUrl } from './mail-cover.ts';

type CardTx = Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'config'>;

/** Shows a published album in a mail: cover, event, number of photos and, unless its reader owns it, the price. */
export async function albumMailCard(
  tx: CardTx,
  { albumId, isOwned = false }: { albumId: number; isOwned?: boolean },
): Promise<MailCard | undefined> {
  const [found] = await publicAlbums(tx, [albumId]);
  if (!found) return undefined;
  const { album, event } = found;
  const team = `${album.program_name} ${album.team_name}`.trim();
  const photos = `${album.images_count} ${album.images_count === 1 ? 'photo' : 'photos'}`;
  const price = formatCents(albumPriceOf(event, tx.clock.now()));
  const lines = [
    [album.division_name, describeDay(event.start_date)].filter(Boolean).join(', '),
    [event.name, event.city, event.state].filter(Boolean).join(', '),
    [
      ...(album.images_count > 0 ? [photos] : []),
      isOwned ? 'already yours' : `${price} for the whole album`,
    ].join(', '),
  ];
  const picture = {
    url: mailCoverUrl(tx, tx.config, albumId),
    alt: `Photo of ${team} on stage`,
  };
  return { title: team, lines, ...(album.cover.length > 0 && { picture }) };
}

function describeDay(day: string): string {
  const format = { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' } as const;
  return new Intl.DateTimeFormat('en-US', format).format(new Date(`${day}T00:00:00Z`));
}
