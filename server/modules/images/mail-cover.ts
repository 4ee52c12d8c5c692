import sharp from 'sharp';
import type { CoverImage } from '#contract/entities/album.ts';
import type { I18n } from '#contract/i18n.ts';
import { cutAbove } from '#contract/rules/albums.ts';
import { performanceDays } from '#contract/rules/calendar-day.ts';
import { formatCents } from '#contract/rules/money.ts';
import { type PricedEvent, pricesAt } from '#contract/rules/pricing.ts';
import type { Context, Tx } from '#server/context.ts';
import { publicAlbums } from '#server/modules/catalogue/browse-albums.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { type Bytes, wholeFile } from '#server/platform/http/send-bytes.ts';
import { formatDays } from '#server/platform/languages/i18n.ts';
import type { MailCard } from '#server/platform/mail/template.ts';
import { type AddressKind, readAddress, signAddress } from '#server/platform/security/signed-address.ts';
import { derivativeKey } from './image-keys.ts';

const COVER: AddressKind = { purpose: 'mail cover', stepSeconds: 30 * 24 * 3600 };
const WIDTH = 480;
/** Upright photos are cut as on the pages, where the first photo of a cover is nearly square. */
const RATIOS = { tallest: 15 / 14, widest: 3 / 2 };

type Signer = Parameters<typeof signAddress>[0];

/** The address names the album, not a photo: it always shows the cover that anyone with a link may see now. */
export function mailCoverUrl(signer: Signer, { publicUrl }: { publicUrl: string }, albumId: number): string {
  return `${publicUrl}/api/mail-covers/${signAddress(signer, COVER, albumId)}`;
}

/** A photo that was hidden, or whose album is no longer published, is replaced by a drawn picture. */
export async function openMailCover(
  context: Pick<Context, 'db' | 'clock' | 'imageKeys' | 'storage'>,
  token: string,
): Promise<Bytes> {
  const albumId = readAddress(context, COVER, token);
  if (albumId === undefined) throw new AppError('not_found');
  const [found] = await publicAlbums(context, [albumId]);
  const [photo] = found?.album.cover ?? [];
  const thumb =
    found && photo && (await context.storage.read(derivativeKey(found.album.uuid, photo.id, 'thumb')));
  const content = thumb ? await cropCover(thumb, photo.focus) : await drawCover();
  // Web mail shows the picture on a page of another site, and must ask again each time.
  return wholeFile(content, 'image/jpeg', {
    'cache-control': 'private, no-cache',
    'cross-origin-resource-policy': 'cross-origin',
  });
}

/** Keeps the faces and the heads above them in the picture. Many mail programs show no WebP. */
export async function cropCover(thumb: Buffer, focus: CoverImage['focus']): Promise<Buffer> {
  const image = sharp(thumb);
  const { width, height } = await image.metadata();
  const ratio = Math.min(Math.max(width / height, RATIOS.tallest), RATIOS.widest);
  const part = { width: Math.min(width, height * ratio), height: Math.min(height, width / ratio) };
  const left = ((focus?.x ?? 50) / 100) * width - part.width / 2;
  return image
    .extract({
      left: Math.floor(Math.min(Math.max(left, 0), width - part.width)),
      top: Math.floor(cutAbove(focus, part.height / height) * (height - part.height)),
      width: Math.floor(part.width),
      height: Math.floor(part.height),
    })
    .resize(WIDTH, Math.round(WIDTH / ratio), { fit: 'fill' })
    .jpeg({ quality: 78 })
    .toBuffer();
}

let drawn: Promise<Buffer> | undefined;

function drawCover(): Promise<Buffer> {
  drawn ??= sharp(Buffer.from(DRAWING)).jpeg({ quality: 82 }).toBuffer();
  return drawn;
}

/** An empty stage in the light of two lamps. */
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320" viewBox="0 0 480 320">
<defs><linearGradient id="wall" x2="0" y2="1"><stop stop-color="#101a3a"/><stop offset="1" stop-color="#060a18"/></linearGradient>
<linearGradient id="beam" x2="0" y2="1"><stop stop-color="#ffc62b" stop-opacity=".7"/><stop offset="1" stop-color="#ffc62b" stop-opacity="0"/></linearGradient></defs>
<rect width="480" height="320" fill="url(#wall)"/>
<path d="M120 0 20 250h170z" fill="url(#beam)"/><path d="M360 0 290 250h170z" fill="url(#beam)"/>
<rect y="250" width="480" height="70" fill="#0a1126"/><ellipse cx="240" cy="268" rx="150" ry="16" fill="#ffc62b" opacity=".35"/>
</svg>`;

type CardTx = Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'config' | 'log'>;

/** Shows a published album in a mail: cover, event, number of photos and, unless its reader owns it, the prices. */
export async function albumMailCard(
  tx: CardTx,
  { albumId, i18n, isOwned = false }: { albumId: number; i18n: I18n; isOwned?: boolean },
): Promise<MailCard | undefined> {
  const [found] = await publicAlbums(tx, [albumId]);
  if (!found) return undefined;
  const { album, event } = found;
  const team = `${album.program_name} ${album.team_name}`.trim();
  const count = album.images_count;
  const lines = [
    [event.name, event.city, event.state].filter(Boolean).join(', '),
    [album.division_name, formatDays(i18n, performanceDays(album, event))].filter(Boolean).join(', '),
    ...(count > 0 ? [i18n.t('{count, plural, one {# photo} other {# photos}}', { count })] : []),
    ...(isOwned ? [i18n.t('You already own this album.')] : []),
  ];
  const picture = { url: mailCoverUrl(tx, tx.config, albumId), alt: i18n.t('{team} on stage', { team }) };
  return {
    title: team,
    lines,
    ...(!isOwned && { price: await describePrices(tx, i18n, event) }),
    ...(album.cover.length > 0 && { picture }),
  };
}

async function describePrices(tx: CardTx, i18n: I18n, event: PricedEvent): Promise<string> {
  const { image_price: siteImagePrice } = await getSettings(tx);
  const { imageCents, albumCents } = pricesAt(event, tx.clock.now(), siteImagePrice);
  const album = formatCents(albumCents);
  return imageCents < albumCents
    ? i18n.t('From {photo} for one photo, or {album} for the whole album. Looking is free.', {
        photo: formatCents(imageCents),
        album,
      })
    : i18n.t('{album} for the whole album. Looking is free.', { album });
}
