import { Check } from 'lucide-react';
import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import { SaleEnd } from '#web/components/sale-end.tsx';
import { ViewMeter } from '#web/components/view-meter.tsx';
import { PreviewEndedBar } from './preview-ended-bar.tsx';
import type { ViewPass } from './view-pass.ts';
import { standingOf } from './view-standing.ts';

type AlbumIntroProps = {
  found: UserFoundAlbum;
  pass: ViewPass | undefined;
  onOpened: (pass: ViewPass) => void;
};

export function AlbumIntro({ found, pass, onOpened }: AlbumIntroProps) {
  if (found.owned) {
    return (
      <p className="flex items-center gap-1.5 px-4 pt-4 text-14 font-[650] text-ok desk:px-6">
        <Check aria-hidden size={18} strokeWidth={2.2} />
        Already Purchased
      </p>
    );
  }
  return (
    <>
      {pass && (
        <div className="sticky top-[110px] z-10 desk:top-[76px]">
          <PreviewEndedBar found={found} pass={pass} onOpened={onOpened} />
        </div>
      )}
      <ViewMeter
        standing={standingOf(found)}
        tone="spot"
        hint="Unlimited once you own it"
        className="mx-3 mt-3 rounded-card bg-surface px-4 py-3.5 desk:mx-6 desk:mt-4 desk:max-w-[420px] desk:bg-transparent desk:p-0"
      />
      <SaleEnd event={found.event} className="px-4 pt-2 text-13 text-ink-2 desk:px-6" />
    </>
  );
}
