import { Check } from 'lucide-react';
import type { UserFoundAlbum } from '#contract/entities/album.ts';
import { isNearViewLimit, mayView, VIEWS_EXCEEDED_MESSAGE } from '#contract/rules/albums.ts';
import { Button } from '#web/components/button.tsx';
import { SaleEnd } from '#web/components/sale-end.tsx';
import { ViewMeter, viewsLeft } from '#web/components/view-meter.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { useHasPassed } from '#web/lib/clock.ts';
import { i18n } from '#web/lib/i18n.ts';
import { statusOf } from './album-list.ts';
import { useSpendView, type ViewPass } from './view-pass.ts';

type AlbumIntroProps = {
  found: UserFoundAlbum;
  pass: ViewPass | undefined;
  onOpened: (pass: ViewPass) => void;
};

export function AlbumIntro({ found, pass, onOpened }: AlbumIntroProps) {
  const status = statusOf(found);
  if (found.owned) {
    return (
      <p className="flex items-center gap-1.5 px-4 pt-4 text-14 font-[650] text-ok desk:px-6">
        <Check size={18} strokeWidth={2.2} />
        {i18n.t('Already Purchased')}
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
      {isNearViewLimit(status) && (
        <div className="mx-3 mt-3 grid gap-1.5 rounded-card bg-surface px-4 py-3.5 desk:mx-6 desk:mt-4 desk:max-w-[420px] desk:bg-transparent desk:p-0">
          <ViewMeter status={status} />
          <p className="text-13 text-ink-2">
            {i18n.t('Once you own the album, you can look as often as you like.')}
          </p>
        </div>
      )}
      <SaleEnd event={found.event} className="px-4 pt-2 text-13 text-ink-2 desk:px-6" />
    </>
  );
}

type PreviewEndedBarProps = { found: UserFoundAlbum; pass: ViewPass; onOpened: (pass: ViewPass) => void };

/** Photos on the screen stay when the half hour is over. */
function PreviewEndedBar({ found, pass, onOpened }: PreviewEndedBarProps) {
  const hasEnded = useHasPassed(pass.expiresAt);
  const open = useSpendView(found, onOpened);
  if (!hasEnded) return null;
  const status = statusOf(found);
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-warn-bg px-4 py-2.5 text-14 desk:px-6"
    >
      <p className="mr-auto font-[650] text-warn">{i18n.t('Your 30 minutes are up')}</p>
      {open.error && <p className="text-ink-2">{messageOf(open.error)}</p>}
      {mayView(status) ? (
        <>
          <p className="text-ink-2">{viewsLeft(status)}</p>
          <Button size="small" isBusy={open.isPending} onClick={() => open.mutate()}>
            {i18n.t('Open again')}
          </Button>
        </>
      ) : (
        <div className="grid max-w-[70ch] gap-1 text-ink-2">
          <p>{i18n.t(VIEWS_EXCEEDED_MESSAGE)}</p>
          <p>{i18n.t('You can still buy the photos below.')}</p>
        </div>
      )}
    </div>
  );
}
