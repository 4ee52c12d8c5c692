import { FILTER_LABEL } from '#web/components/album-list-messages.ts';
import { Skeleton } from '#web/components/skeleton.tsx';

const CARDS = [1, 2, 3, 4];

/** Matches the height of the list, so that the layout does not jump. */
export function AlbumListLoading() {
  return (
    <div className="grid min-w-0 content-start gap-4 desk:gap-5">
      <div className="grid gap-2">
        <p className="text-14 font-[650]">{FILTER_LABEL}</p>
        <Skeleton label="Loading albums" className="h-[52px] rounded-full!" />
      </div>
      <p aria-hidden className="text-14">
        &nbsp;
      </p>
      <div aria-hidden className="grid gap-x-6 gap-y-9 desk:grid-cols-2">
        {CARDS.map((card) => (
          <div key={card} className="grid content-start gap-3">
            <div className="aspect-16/10 rounded-card bg-sunk" />
            <div className="h-[68px] w-3/4 rounded-ctl bg-sunk" />
            <div className="h-[33px] rounded-ctl bg-sunk" />
            <div className="h-11 rounded-full bg-sunk" />
          </div>
        ))}
      </div>
    </div>
  );
}
