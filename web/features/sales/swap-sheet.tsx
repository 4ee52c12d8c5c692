import { useState } from 'react';
import { Sheet } from '#web/components/sheet.tsx';
import { SwapConfirm } from './swap-confirm.tsx';
import { SwapPhotos } from './swap-photos.tsx';
import { SwapSearch } from './swap-search.tsx';
import type { SwapSubject, TargetAlbum } from './swap-targets.ts';

type SwapSheetProps = { subject: SwapSubject; onClose: () => void };

export function SwapSheet({ subject, onClose }: SwapSheetProps) {
  const [album, setAlbum] = useState<TargetAlbum>();
  const [imageId, setImageId] = useState<number>();
  const isPhoto = subject.imageId !== null;
  const again = () => {
    setAlbum(undefined);
    setImageId(undefined);
  };
  return (
    <Sheet
      title={isPhoto ? 'Swap a photo' : 'Swap an album'}
      description={`${subject.buyerName} has ${isPhoto ? `photo ${subject.imageId} of ` : ''}${subject.title}.`}
      onClose={onClose}
    >
      {!album && <SwapSearch subject={subject} onChoose={setAlbum} />}
      {album && isPhoto && imageId === undefined && (
        <SwapPhotos album={album} ownImageId={subject.imageId} onChoose={setImageId} onBack={again} />
      )}
      {album && (!isPhoto || imageId !== undefined) && (
        <SwapConfirm
          subject={subject}
          target={{ album, imageId: imageId ?? null }}
          onBack={again}
          onDone={onClose}
        />
      )}
    </Sheet>
  );
}
