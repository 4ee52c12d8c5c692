import type { ReactNode } from 'react';
import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import { teamLine } from '#contract/rules/title-lines.ts';
import { Button } from '#web/components/button.tsx';
import { formatAge } from '#web/lib/formats.ts';
import { standingOf, viewsOf } from './found-albums.ts';

type FoundRowProps = {
  held: UserFoundAlbum;
  isBusy: boolean;
  onReset: () => void;
  /** Where several can be chosen: the box of this one. */
  choice?: ReactNode;
};

export function FoundRow({ held, isBusy, onReset, choice }: FoundRowProps) {
  const used = viewsOf(held);
  const views = held.owned ? 'Owned' : `${used} of ${held.views_allowed} views`;
  const look = standingOf(held) === 'spent' ? 'font-[650] text-warn' : 'text-ink-2';
  return (
    <div
      className={`flex min-h-14 items-center gap-3 py-2 pr-4 text-14 ${choice === undefined ? 'pl-4' : 'pl-1.5'}`}
    >
      {choice}
      <span className="grid min-w-0 flex-1 desk:*:truncate">
        <span className="font-[650]">{teamLine(held.album)}</span>
        <span className="text-13 text-ink-2">
          {held.event.name}, found {formatAge(held.found_at)}
        </span>
        <span className={`text-13 tabular-nums desk:hidden ${look}`}>{views}</span>
      </span>
      <span className={`text-right text-13 tabular-nums not-desk:hidden ${look}`}>{views}</span>
      {used > 0 && (
        <Button
          kind="line"
          size="small"
          isBusy={isBusy}
          onClick={onReset}
          aria-label={`Reset views of ${teamLine(held.album)}`}
        >
          Reset
        </Button>
      )}
    </div>
  );
}
