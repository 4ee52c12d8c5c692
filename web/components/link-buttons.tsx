import { Copy, QrCode as QrIcon, Send } from 'lucide-react';
import { useState } from 'react';
import { i18n } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { Button } from './button.tsx';
import { copyLink, shareLink } from './share-link.ts';

const QrCode = lazyPart(() => import('./qr-code.tsx'), 'QrCode');

type LinkButtonsProps = {
  path: string;
  /** The text that messengers show beside the link. */
  title: string;
  hasCode?: boolean;
};

/** The ways to hand a link to somebody: the phone's share sheet, the clipboard, and a code for another phone. */
export function LinkButtons({ path, title, hasCode = false }: LinkButtonsProps) {
  const [isCodeShown, setIsCodeShown] = useState(false);
  const { href } = new URL(path, window.location.origin);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2 *:flex-1">
        {'share' in navigator && (
          <Button icon={Send} onClick={() => void shareLink(title, path)}>
            {i18n.t('Send')}
          </Button>
        )}
        <Button icon={Copy} kind="line" onClick={() => void copyLink(href)}>
          {i18n.t('Copy link')}
        </Button>
        {hasCode && (
          <Button
            icon={QrIcon}
            kind="line"
            aria-expanded={isCodeShown}
            onClick={() => setIsCodeShown(!isCodeShown)}
          >
            {i18n.t('QR code')}
          </Button>
        )}
      </div>
      {isCodeShown && (
        <figure className="grid justify-items-center gap-2">
          <QrCode
            text={href}
            label={i18n.t('QR code of the link')}
            className="size-[min(240px,100%)] border border-line"
          />
          <figcaption className="text-14 text-ink-2">{i18n.t('Scan it with another phone')}</figcaption>
        </figure>
      )}
    </div>
  );
}
