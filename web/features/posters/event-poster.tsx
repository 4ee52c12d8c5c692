import type { PosterCodes } from './poster-codes.query.ts';
import { PrintedQr, TypedAddress } from './printed-code.tsx';

type SheetProps = { codes: PosterCodes; siteName: string };

export function EventPoster({ codes, siteName }: SheetProps) {
  const { event, base_url: baseUrl, code } = codes;
  return (
    <section
      aria-label="Poster"
      className="print-page mx-auto flex aspect-[1/1.35] max-w-[720px] flex-col items-center justify-between gap-6 p-10 text-center"
    >
      <p className="flex items-center gap-3 text-28 font-extrabold tracking-[-0.045em]">
        <i aria-hidden className="spot-mark size-7 rounded-full" />
        {siteName}
      </p>
      <header className="grid gap-3">
        <p className="text-22 font-[650] text-[#52525c]">{event.brand_name}</p>
        <h2 className="text-48 leading-none font-extrabold tracking-[-0.035em] text-balance wrap-anywhere">
          {event.name}
        </h2>
      </header>
      <p className="text-36 leading-tight font-[750] tracking-[-0.02em] text-balance">
        Scan to find your team’s photos
      </p>
      <PrintedQr baseUrl={baseUrl} code={code} className="w-[58%] max-w-[420px]" />
      <TypedAddress baseUrl={baseUrl} code={code} className="text-22 break-all" />
      <p className="max-w-[40ch] text-18 text-[#52525c]">
        Pick your team and leave an address or phone number. We tell you when the photos are up, often the
        same day.
      </p>
    </section>
  );
}
