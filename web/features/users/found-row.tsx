import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import { standingOf } from '#contract/lists/found-albums.ts';
import { teamLine } from '#contract/rules/title-lines.ts';
import { Button } from '#web/components/button.tsx';
import { formatAge } from '#web/lib/formats.ts';

type FoundRowProps = { found: UserFoundAlbum; isBusy: boolean; onReset: () => void };

export function FoundRow({ found, isBusy, onReset }: FoundRowProps) {
  const used = found.user_album_views.length;
  const views = found.owned ? 'Owned' : `${used} of ${found.views_allowed} views`;
  const look = standingOf(found) === 'spent' ? 'font-[650] text-warn' : 'text-ink-2';
  return (
    <div className="flex min-h-14 items-center gap-3 py-2 pr-4 pl-1.5 text-14">
      <span className="grid min-w-0 flex-1 desk:*:truncate">
        <span className="font-[650]">{teamLine(found.album)}</span>
        <span className="text-13 text-ink-2">
          {found.event.name}, found {formatAge(found.found_at)}
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
          aria-label={`Reset views of ${teamLine(found.album)}`}
        >
          Reset
        </Button>
      )}
    </div>
  );
}
