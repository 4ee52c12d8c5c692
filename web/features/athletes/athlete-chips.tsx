import { Plus } from 'lucide-react';
import { MAX_ATHLETES, type UserAthlete } from '#contract/endpoints/athletes.ts';
import { formatCents } from '#contract/rules/money.ts';
import { Button, buttonStyle } from '#web/components/button.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { athletesSearch, searchFor } from '#web/lib/search-params.ts';

type AthleteChipsProps = { athletes: readonly UserAthlete[]; shownId: number; canAdd: boolean };

export function AthleteChips({ athletes, shownId, canAdd }: AthleteChipsProps) {
  return (
    <nav
      aria-label={i18n.t('Your athletes')}
      className="relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] desk:mx-0 desk:flex-wrap desk:overflow-visible desk:px-0"
    >
      {athletes.map(({ id, name, matches_sure, user_athlete_reference_photos: photos }) => (
        <Link
          key={id}
          to={paths.myAthlete}
          search={searchFor(athletesSearch, { athlete: id })}
          aria-current={id === shownId ? 'true' : undefined}
          className="group inline-flex h-12 flex-none items-center gap-2.5 rounded-full pr-4 pl-1.5 font-[650] text-ink shadow-[inset_0_0_0_1px_var(--edge)] hover:bg-sunk aria-[current]:bg-ink aria-[current]:text-bg"
        >
          <Face url={photos[0]?.url ?? null} name={name} />
          {name}
          {matches_sure > 0 && (
            <span className="text-14 text-ink-2 tabular-nums group-aria-[current]:text-bg">
              {matches_sure}
              <span className="sr-only"> {i18n.t('photos')}</span>
            </span>
          )}
        </Link>
      ))}
      {canAdd && athletes.length < MAX_ATHLETES && (
        <Link to={paths.addNewAthlete} className={`${buttonStyle('line')} h-12! flex-none`}>
          <Plus size={18} strokeWidth={1.8} />
          {i18n.t('Add an athlete')}
        </Link>
      )}
    </nav>
  );
}

function Face({ url, name }: { url: string | null; name: string }) {
  if (url) return <img src={url} alt="" className="size-9 rounded-full object-cover" />;
  return (
    <span
      aria-hidden
      className="grid size-9 place-items-center rounded-full bg-sunk text-14 font-bold text-ink"
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}

type PicksBarProps = {
  name: string;
  count: number;
  /** Undefined until the server has priced the photos. */
  totalCents: number | undefined;
  isBusy: boolean;
  problem: string | undefined;
  onBuy: () => void;
  onClear: () => void;
};

export function PicksBar({ name, count, totalCents, isBusy, problem, onBuy, onClear }: PicksBarProps) {
  return (
    <section
      aria-label={i18n.t('Chosen photos')}
      className="fixed inset-x-0 bottom-(--tab-bar-height) z-20 grid gap-2.5 border-line border-t bg-surface/94 px-4 py-3 backdrop-blur-[18px] desk:inset-x-auto desk:bottom-6 desk:left-1/2 desk:flex desk:w-max desk:max-w-[calc(100%-24px)] desk:-translate-x-1/2 desk:items-center desk:gap-7 desk:rounded-[28px] desk:border desk:py-3 desk:pr-3 desk:pl-6 desk:shadow-3"
    >
      <div className="flex items-center gap-3 desk:gap-6">
        <p className="min-w-0 flex-1 text-13 leading-[1.3] text-ink-2">
          <b className="block text-15 font-bold text-ink">
            {i18n.t('{count} of {name}', {
              count: i18n.t('{count, plural, one {# photo} other {# photos}}', { count }),
              name,
            })}
          </b>
          {count === 1 ? i18n.t('Full size, no watermark') : i18n.t('Full size, no watermark, one payment')}
        </p>
        {totalCents !== undefined && (
          <b className="text-22 font-[750] tracking-[-0.02em] tabular-nums">{formatCents(totalCents)}</b>
        )}
      </div>
      {problem && (
        <p role="alert" className="text-14 text-bad">
          {problem}
        </p>
      )}
      <div className="flex gap-2">
        <Button kind="ghost" className="h-[50px]!" onClick={onClear}>
          {i18n.t('Clear')}
        </Button>
        <Button kind="buy" className="h-[50px]! flex-1 px-[22px]!" isBusy={isBusy} onClick={onBuy}>
          {count === 1 ? i18n.t('Buy this photo') : i18n.t('Buy these {count}', { count })}
        </Button>
      </div>
    </section>
  );
}
