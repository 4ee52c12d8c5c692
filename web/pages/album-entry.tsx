import { useQueryClient } from '@tanstack/react-query';
import type { VisitedAlbum } from '#contract/endpoints/arriving.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import type { Album, Event } from '#contract/entities/album.ts';
import { formatCents } from '#contract/rules/money.ts';
import { albumPriceOf } from '#contract/rules/pricing.ts';
import { ContinueByEmail, type EntryChoice } from '#web/features/accounts/continue-by-email.tsx';
import { viewToBuy } from '#web/features/found-albums/view-pass.ts';
import { callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';

type AlbumEntryProps = { album: Album | VisitedAlbum; event: Event; invite?: string | undefined };

/** A visitor enters by a mailed code and goes straight on to the photos, or to paying. */
export function AlbumEntry({ album, event, invite }: AlbumEntryProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const viewer = paths.eventAlbum(event.id, album.id);
  const hold = () =>
    invite
      ? callApi(inviteEndpoints.openAlbumInvite, { body: { invite } })
      : callApi(foundAlbumEndpoints.findAlbum, { body: { album: album.id, event: event.id } });
  const seePhotos: EntryChoice = {
    label: i18n.t('See the photos'),
    to:
      invite && 'uuid' in album
        ? `${paths.viewAlbum(album.uuid)}?invite=${encodeURIComponent(invite)}`
        : viewer,
    go: async () => {
      await hold();
      await navigate({ to: viewer });
    },
  };
  const buy: EntryChoice = {
    label: i18n.t('Buy the album, {price}', { price: formatCents(albumPriceOf(event)) }),
    kind: 'line',
    to: 'uuid' in album ? paths.purchaseAlbum(album.uuid) : `${viewer}?buy=album`,
    go: async () => {
      const found = await hold();
      await viewToBuy(client, found);
      await navigate({ to: paths.purchaseAlbum(found.album.uuid) });
    },
  };
  return (
    <ContinueByEmail
      choices={album.images_count > 0 ? [seePhotos, buy] : [seePhotos]}
      note={i18n.t(
        'We’ll email you a code and a link. That’s how we keep strangers away from the athletes’ photos.',
      )}
    />
  );
}
