import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import type { OwnedPhotos } from '#contract/endpoints/downloads.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { toggleFavorite, useFavorites } from '#web/features/images/favorites.ts';
import { Lightbox } from '#web/features/images/lightbox.tsx';
import { myReportsQuery } from '#web/features/moderation/my-reports.query.ts';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { useUser } from '#web/lib/session.ts';
import { OwnPhotoActions } from './photo-purchase.tsx';
import { ReportPhoto } from './report-photo.tsx';

type OwnedPhotoProps = {
  group: OwnedPhotos;
  startId: number;
  onTurn: (imageId: number) => void;
  onClose: () => void;
};

export function OwnedPhoto({ group: { album, auth, images }, startId, onTurn, onClose }: OwnedPhotoProps) {
  const user = useUser();
  const favorites = useFavorites(user.id);
  const { data: reportedIds } = useQuery(myReportsQuery(album.id));
  const fileOf = (imageId: number) => images.find(({ id }) => id === imageId);
  return (
    <div data-fullscreen>
      <Lightbox
        albumUuid={album.uuid}
        title={teamName(album)}
        images={images}
        token={auth}
        startId={startId}
        favorites={favorites}
        onToggleFavorite={(imageId) => toggleFavorite(user.id, imageId)}
        onTurn={onTurn}
        onClose={onClose}
        purchase={(image) => (
          <>
            <OwnPhotoActions
              album={album}
              image={image}
              token={auth}
              fileName={fileOf(image.id)?.file_name}
            />
            <ReceiptLink orderKey={fileOf(image.id)?.order_key ?? null} />
          </>
        )}
        reportedIds={reportedIds}
        report={(image, dialog) => (
          <ReportPhoto
            album={album}
            eventId={album.events[0]?.id ?? 0}
            imageId={image.id}
            token={auth}
            {...dialog}
          />
        )}
      />
    </div>
  );
}

function ReceiptLink({ orderKey }: { orderKey: string | null }) {
  if (orderKey === null) return null;
  return (
    <Link to={paths.receipt(orderKey)} className={`${buttonStyle('line')} h-[50px]!`}>
      <ReceiptText size={20} strokeWidth={1.8} />
      <span className="max-desk:sr-only">{i18n.t('Receipt')}</span>
    </Link>
  );
}
