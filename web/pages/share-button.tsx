import { Share } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonKind } from '#web/components/button.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import type { ShareSheetProps } from './share-sheet.tsx';

export const ShareSheet = lazyPart(() => import('./share-sheet.tsx'), 'ShareSheet');

type ShareButtonProps = Omit<ShareSheetProps, 'onClose'> & {
  kind?: ButtonKind;
  /** Shows only the icon on phones. */
  isCompact?: boolean;
  className?: string;
  describedBy?: string;
};

/** The one button by which people share an album or photos. */
export function ShareButton(props: ShareButtonProps) {
  const { kind = 'line', isCompact = false, className = '', describedBy, ...shared } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        icon={Share}
        kind={kind}
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        className={className}
        onClick={() => setIsOpen(true)}
      >
        <span className={isCompact ? 'max-desk:sr-only' : ''}>{i18n.t('Share')}</span>
      </Button>
      {isOpen && <ShareSheet {...shared} onClose={() => setIsOpen(false)} />}
    </>
  );
}
