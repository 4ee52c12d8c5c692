import { useEffect, useRef } from 'react';
import { Sheet } from '#web/components/sheet.tsx';
import { i18n } from '#web/lib/i18n.ts';
import type { BankQuestion } from './cards.tsx';

/** Closing the sheet counts as leaving the bank's page. */
export function BankSheet({ question: { url, answer } }: { question: BankQuestion }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent) => {
      const isOurs = origin === window.location.origin && source === frame.current?.contentWindow;
      if (isOurs && data?.source === 'encore-sandbox-3ds') answer('answered');
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [answer]);
  return (
    <Sheet title={i18n.t('Confirm with your bank')} onClose={() => answer('left')}>
      <iframe
        ref={frame}
        title={i18n.t('Your bank')}
        src={url}
        className="-mx-1 h-[min(620px,70dvh)] w-[calc(100%+8px)] rounded-card border border-line"
      />
    </Sheet>
  );
}
