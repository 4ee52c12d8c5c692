import { QrCode } from '#web/components/qr-code.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { i18n } from '#web/lib/i18n.ts';

type PoolCodeProps = { url: string; what: string; onClose: () => void };

export function PoolCode({ url, what, onClose }: PoolCodeProps) {
  return (
    <Sheet title={i18n.t('Scan to join')} description={what} onClose={onClose}>
      <div className="grid justify-items-center gap-3 pb-4">
        <QrCode text={url} label={i18n.t('QR code of {url}', { url })} className="size-[min(340px,100%)]" />
        <p className="max-w-full text-13 break-all text-ink-2 select-all">{url}</p>
      </div>
    </Sheet>
  );
}
