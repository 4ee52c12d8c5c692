import { ShieldCheck } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { photoAddress } from '#web/components/photo.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { useUser } from '#web/lib/session.ts';

const NeverShowSheet = lazyPart(
  () => import('#web/features/safe-share/never-show-sheet.tsx'),
  'NeverShowSheet',
);
const ReportPhotoSheet = lazyPart(
  () => import('#web/features/moderation/report-photo-sheet.tsx'),
  'ReportPhotoSheet',
);

type ReportPhotoProps = Pick<ComponentProps<typeof ReportPhotoSheet>, 'onCancel' | 'onReported'> & {
  album: { id: number; uuid: string };
  eventId: number;
  imageId: number;
  /** Opens the photo. */
  token: string;
};

/** Reports a photo, or asks to never show a child in it. */
export function ReportPhoto({ album, eventId, imageId, token, onCancel, onReported }: ReportPhotoProps) {
  const { id: user } = useUser();
  const [isHiding, setIsHiding] = useState(false);
  return (
    <ReportPhotoSheet
      subject={{ image: imageId, album: album.id, event: eventId, user }}
      onCancel={onCancel}
      onReported={onReported}
    >
      <Button icon={ShieldCheck} kind="line" aria-haspopup="dialog" onClick={() => setIsHiding(true)}>
        {i18n.t('Never show my child')}
      </Button>
      {isHiding && (
        <NeverShowSheet
          imageId={imageId}
          address={photoAddress(album.uuid, imageId, 'preview', token)}
          onClose={() => setIsHiding(false)}
          onFinished={onCancel}
        />
      )}
    </ReportPhotoSheet>
  );
}
