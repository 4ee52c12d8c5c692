import { showPosterCode } from '#contract/rules/poster-codes.ts';
import { QrCode } from '#web/components/qr-code.tsx';

type PrintedCodeProps = { baseUrl: string; code: string; className: string };

/** The QR code of a page under /e/. */
export function PrintedQr({ baseUrl, code, className }: PrintedCodeProps) {
  return (
    <QrCode
      text={`${baseUrl}/e/${code}`}
      label={`QR code of ${showPosterCode(code)}`}
      className={`rounded-none! ${className}`}
    />
  );
}

/** For people who type: the address without its protocol, and the code in two groups. */
export function TypedAddress({ baseUrl, code, className }: PrintedCodeProps) {
  return (
    <p className={className}>
      {baseUrl.replace(/^https?:\/\//, '')}/e/
      <b className="font-num tracking-[0.06em] whitespace-nowrap">{showPosterCode(code)}</b>
    </p>
  );
}
