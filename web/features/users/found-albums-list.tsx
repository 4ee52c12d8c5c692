import { useState } from 'react';
import { MAX_RESETS_AT_ONCE, userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import { teamLine } from '#contract/rules/title-lines.ts';
import { RowChoice } from '#web/components/row-choice.tsx';
import { VirtualPageList } from '#web/components/virtual-list.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf } from '#web/lib/count-words.ts';
import { useChosen } from '#web/lib/use-chosen.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import { FoundRow } from './found-row.tsx';
import { ResetBar } from './reset-bar.tsx';
import { useResetViews } from './use-reset-views.ts';

const ROW_PX = 57;

type FoundAlbumsListProps = { userId: number; albums: readonly UserFoundAlbum[] };

/** J and K move, X chooses, with Shift on the way; what is chosen is given back together. */
export function FoundAlbumsList({ userId, albums }: FoundAlbumsListProps) {
  const chosen = useChosen(MAX_RESETS_AT_ONCE);
  const [cursor, setCursor] = useState(-1);
  const reset = useResetViews(userId);
  const listed = albums.map(({ id }) => id);
  const isAllChosen = chosen.count > 0 && chosen.count === Math.min(listed.length, MAX_RESETS_AT_ONCE);
  const touch = (index: number, isStretching: boolean) => {
    const id = listed[index];
    if (id === undefined) return;
    chosen.touch(id, listed, isStretching);
    setCursor(index);
  };
  const step = (by: number) => (event: KeyboardEvent) => {
    event.preventDefault();
    const next = Math.min(Math.max(cursor + by, 0), listed.length - 1);
    if (event.shiftKey) touch(next, true);
    else setCursor(next);
  };
  useHotkeys({
    j: step(1),
    k: step(-1),
    arrowdown: step(1),
    arrowup: step(-1),
    x: () => touch(cursor, false),
    escape: chosen.clear,
  });
  return (
    <>
      <div className="flex min-h-11 items-center gap-3 border-line border-b pr-4 pl-1.5 text-13 text-ink-2">
        <RowChoice
          label="Choose all shown"
          isChosen={isAllChosen}
          onChoose={() => (isAllChosen ? chosen.clear() : chosen.choose(listed))}
        />
        <span aria-live="polite">{countOf(albums.length, 'album')}</span>
        <span className="ml-auto not-desk:hidden">
          <kbd className="font-semibold text-ink">J K</kbd> move{' '}
          <kbd className="pl-2 font-semibold text-ink">X</kbd> choose{' '}
          <kbd className="pl-2 font-semibold text-ink">/</kbd> find
        </span>
      </div>
      <VirtualPageList
        label="Found albums"
        rows={albums}
        keyOf={idOf}
        rowPx={ROW_PX}
        revealed={cursor < 0 ? undefined : cursor}
        rowClassName="border-line not-last:border-b"
        className={chosen.count > 0 ? 'pb-20' : ''}
      >
        {(held, index) => (
          <div
            className={`${index === cursor ? 'bg-sunk outline-2 outline-focus -outline-offset-2' : chosen.has(held.id) ? 'bg-sunk' : ''}`}
          >
            <FoundRow
              held={held}
              isBusy={reset.isPending && reset.variables === held.id}
              onReset={() => reset.mutate(held.id)}
              choice={
                <RowChoice
                  label={`Choose ${teamLine(held.album)}`}
                  isChosen={chosen.has(held.id)}
                  onChoose={(isStretching) => touch(index, isStretching)}
                />
              }
            />
          </div>
        )}
      </VirtualPageList>
      <ResetBar
        userId={userId}
        what="views"
        sentence="The customer can look at these albums as if they were new to them. It cannot be undone."
        chosen={chosen}
        reset={(ids) =>
          callApi(userAdministrationEndpoints.resetChosenViews, { params: { id: userId }, body: { ids } })
        }
      />
    </>
  );
}

const idOf = ({ id }: UserFoundAlbum) => id;
