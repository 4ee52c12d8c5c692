import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { photoAddress } from '#web/components/photo.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';

const NeverShowSheet = lazyPart(
  () => import('#web/features/safe-share/never-show-sheet.tsx'),
  'NeverShowSheet',
);

type NeverShowButtonProps = { imageId: number; albumUuid: string; token: string; onFinished: () => void };

export function NeverShowButton({ imageId, albumUuid, token, onFinished }: NeverShowButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={ShieldCheck} kind="line" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {i18n.t('Never show my child')}
      </Button>
      {isOpen && (
        <NeverShowSheet
          imageId={imageId}
          address={photoAddress(albumUuid, imageId, 'preview', token)}
          onClose={() => setIsOpen(false)}
          onFinished={onFinished}
        />
      )}
    </>
  );
}
