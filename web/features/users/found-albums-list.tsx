import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import type { UserFoundAlbum } from '#contract/entities/album.ts';
import type { BulkAnswer } from '#contract/lists/list.ts';
import { foundAlbumList, statusOf } from '#contract/lists/users.ts';
import { teamLine } from '#contract/rules/sentences.ts';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { KeyBar } from '#web/components/keys-sheet.tsx';
import { BulkAction, BulkBar } from '#web/components/list/bulk-bar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { StaffButton } from '#web/components/staff-button.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf, formatAge, teamName } from '#web/lib/formats.ts';
import { toastBulkAnswer, useListState, useLocalRows } from '#web/lib/lists/list-rows.ts';
import { type Selection, useSelection } from '#web/lib/lists/use-selection.ts';
import { userCan, useUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { listHints, Nothing, PanelFrame, PanelToolbar } from './panel.tsx';
import { userFoundAlbumsQuery } from './users.query.ts';

const idOf = ({ id }: UserFoundAlbum) => id;
const nameOf = ({ album }: UserFoundAlbum) => teamLine(album);

type FoundAlbumsListProps = {
  userId: number;
  /** A pane has its own height, for a page with other lists; keys then belong to none of them. */
  isPane?: boolean;
};

export function FoundAlbumsList({ userId, isPane = false }: FoundAlbumsListProps) {
  const { data, error, refetch } = useQuery(userFoundAlbumsQuery(userId));
  const rows = useLocalRows(useListState(foundAlbumList), data, { error, retry: refetch });
  const selection = useSelection({ idOf, rows });
  const reset = useStaffAction(
    (id: number) => callApi(foundAlbumEndpoints.resetViews, { params: { id } }),
    ({ album }) => toast(`Views of ${teamName(album)} reset`),
  );
  const hasViews = data?.some(({ user_album_views }) => user_album_views.length > 0);
  return (
    <PanelFrame title="Found albums" aside={hasViews && <ResetAllViews userId={userId} />}>
      <PanelToolbar rows={rows} fileName={`found-albums-of-user-${userId}.csv`} />
      <StaffList
        rows={rows}
        idOf={idOf}
        nameOf={nameOf}
        selection={userCan(useUser(), 'change_customers') ? selection : undefined}
        hasKeys={!isPane}
        isPane={isPane}
        className={isPane ? 'max-h-[480px]' : ''}
        rowPx={{ desk: 57, phone: 78 }}
        card={(found) => (
          <ResetRow
            title={teamLine(found.album)}
            detail={`${found.event.name}, found ${formatAge(found.found_at)}`}
            used={found.owned ? 'Bought' : `${found.user_album_views.length} of ${found.views_allowed} views`}
            isSpent={statusOf(found) === 'spent'}
            what={found.user_album_views.length > 0 ? 'views' : undefined}
            isBusy={reset.isPending && reset.variables === found.id}
            onReset={() => reset.mutate(found.id)}
          />
        )}
        empty={<Nothing>No albums found yet.</Nothing>}
      />
      {!isPane && <KeyBar hints={listHints('album', false)} />}
      <ResetBar
        what="views"
        sentence="The customer can view these albums as if they were new. This cannot be undone."
        nameOf={nameOf}
        selection={selection}
        reset={(ids) =>
          callApi(userAdministrationEndpoints.resetChosenViews, { params: { id: userId }, body: { ids } })
        }
      />
    </PanelFrame>
  );
}

function ResetAllViews({ userId }: { userId: number }) {
  const resetAll = useStaffAction(
    () => callApi(userAdministrationEndpoints.resetAllViews, { params: { id: userId } }),
    ({ reset: count }) => toast(`Views of ${countOf(count, 'album')} reset`),
  );
  const { ask, question } = useConfirmed(resetAll, () => ({
    title: 'Reset the views of all albums?',
    sentence: 'The customer can view every album as if it were new. This cannot be undone.',
    confirmLabel: 'Reset views',
  }));
  return (
    <>
      <StaffButton kind="ghost" size="small" className="-mr-3" onClick={() => ask()}>
        Reset all views
      </StaffButton>
      {question}
    </>
  );
}

type ResetRowProps = {
  title: string;
  detail: string;
  used: string;
  isSpent: boolean;
  /** The counts that can be reset. Undefined if nothing was used yet. */
  what: 'views' | 'downloads' | undefined;
  isBusy: boolean;
  onReset: () => void;
};

export function ResetRow({ title, detail, used, isSpent, what, isBusy, onReset }: ResetRowProps) {
  const look = isSpent ? 'font-[650] text-warn' : 'text-ink-2';
  // Without the box to select the row, the words begin at the edge.
  const hasBox = userCan(useUser(), 'change_customers');
  return (
    <div className={`flex min-h-14 items-center gap-3 py-2 pr-4 text-14 ${hasBox ? 'pl-1.5' : 'pl-4'}`}>
      <span className="grid min-w-0 flex-1 desk:*:truncate">
        <span className="font-[650]">{title}</span>
        <span className="text-13 text-ink-2">{detail}</span>
        <span className={`text-13 tabular-nums desk:hidden ${look}`}>{used}</span>
      </span>
      <span className={`text-right text-13 tabular-nums not-desk:hidden ${look}`}>{used}</span>
      {what && (
        <StaffButton
          kind="line"
          size="small"
          isBusy={isBusy}
          onClick={onReset}
          aria-label={`Reset ${what} of ${title}`}
        >
          Reset
        </StaffButton>
      )}
    </div>
  );
}

type ResetBarProps<Row> = {
  what: 'views' | 'downloads';
  sentence: string;
  nameOf: (row: Row) => string;
  selection: Selection<Row>;
  reset: (ids: number[]) => Promise<BulkAnswer<number>>;
};

export function ResetBar<Row extends { id: number }>(props: ResetBarProps<Row>) {
  const { what, sentence, nameOf, selection, reset } = props;
  const act = useStaffAction(async () => {
    const chosen = selection.rows;
    const answer = await reset(chosen.map(({ id }) => id));
    toastBulkAnswer(answer, {
      done: (count) => `${what === 'views' ? 'Views' : 'Downloads'} of ${countOf(count, 'album')} reset`,
      nameOf: (id) => chosen.filter((row) => row.id === id).map(nameOf)[0] ?? `Album ${id}`,
    });
    selection.clear();
  });
  const { ask, question } = useConfirmed(act, () => ({
    title: `Reset the ${what} of ${countOf(selection.count, 'album')}?`,
    sentence,
    confirmLabel: `Reset ${what}`,
  }));
  return (
    <>
      <BulkBar noun="album" selection={selection}>
        <BulkAction icon={RotateCcw} onClick={() => ask()}>
          Reset {what}
        </BulkAction>
      </BulkBar>
      {question}
    </>
  );
}
