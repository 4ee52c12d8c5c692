import type { PosterCodes } from './poster-codes.query.ts';
import { PrintedQr, TypedAddress } from './printed-code.tsx';

export function RinkSlide({ codes, siteName }: { codes: PosterCodes; siteName: string }) {
  const { event, base_url: baseUrl, code } = codes;
  return (
    <section
      aria-label="Rink-side slide"
      className="print-slide mx-auto grid aspect-video min-w-[640px] max-w-[1060px] grid-cols-[minmax(0,1fr)_auto] items-center gap-12 bg-[#060a18] p-12 text-white [print-color-adjust:exact]"
    >
      <div className="grid gap-6">
        <p className="flex items-center gap-3 text-22 font-extrabold tracking-[-0.045em]">
          <i aria-hidden className="spot-mark size-6 rounded-full" />
          {siteName}
        </p>
        <h2 className="text-48 leading-none font-extrabold tracking-[-0.035em] text-balance">
          Your team’s photos, up the same day.
        </h2>
        <p className="text-22 text-white/86 wrap-anywhere">{event.name}</p>
        <TypedAddress baseUrl={baseUrl} code={code} className="text-22 text-[#ffc62b] break-all" />
      </div>
      <PrintedQr baseUrl={baseUrl} code={code} className="w-[300px]" />
    </section>
  );
}
