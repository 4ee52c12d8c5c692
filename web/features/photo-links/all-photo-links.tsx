import { useMutation, useQueryClient } from '@tanstack/react-query';
import { photoLinkEndpoints, photoLinkListEndpoints } from '#contract/endpoints/photo-links.ts';
import { PHOTO_LINK_STATUSES, type PhotoLinkRow } from '#contract/entities/links.ts';
import { photoLinkList } from '#contract/lists/users.ts';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { StaffButton } from '#web/components/staff-button.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf, formatAge, formatDay } from '#web/lib/formats.ts';
import { useListState, useServerRows } from '#web/lib/lists/list-rows.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { listKey } from '#web/lib/query-client.ts';
import { toast } from '#web/lib/toast.ts';
import { askToStop } from './photo-link-list.tsx';

const nameOf = ({ user_name, title }: PhotoLinkRow) => `Link of ${user_name} to ${title}`;
const openedOf = ({ last_opened_at }: PhotoLinkRow) =>
  last_opened_at ? formatAge(last_opened_at) : 'Not opened';

/** All links to shared photos, each of which staff can end. */
export function AllPhotoLinks() {
  const client = useQueryClient();
  const rows = useServerRows(useListState(photoLinkList), photoLinkListEndpoints);
  const ending = useMutation({
    mutationFn: ({ id, user }: PhotoLinkRow) =>
      callApi(photoLinkEndpoints.endPhotoLinkOfUser, { params: { id: user, link: id } }),
    onSuccess: () => toast('Link ended'),
    onError: toast.failure,
    onSettled: () => client.invalidateQueries({ queryKey: listKey(photoLinkList) }),
  });
  const { ask, question } = useConfirmed(ending, askToStop);
  const status = (row: PhotoLinkRow) =>
    row.status === 'works' ? (
      <StaffButton kind="line" size="small" aria-label={`End: ${nameOf(row)}`} onClick={() => ask(row)}>
        End
      </StaffButton>
    ) : (
      <span className="text-13 text-ink-2">{PHOTO_LINK_STATUSES[row.status]}</span>
    );
  return (
    <>
      <ListToolbar rows={rows} className="border-line border-b px-4 py-2.5 desk:px-5" />
      <StaffList
        rows={rows}
        idOf={({ id }) => id}
        nameOf={nameOf}
        isPane
        hasKeys={false}
        minWidth="980px"
        rowPx={{ desk: 40, phone: 96 }}
        cells={{
          created_at: {
            width: '116px',
            className: 'pl-5!',
            cell: ({ created_at }) => <time dateTime={created_at}>{formatDay(created_at)}</time>,
          },
          user_name: { width: '18%', cell: (row) => <Owner row={row} /> },
          title: { cell: ({ title, event_name }) => <span title={event_name}>{title}</span> },
          label: { width: '16%', cell: ({ label }) => label },
          photos: {
            width: '84px',
            className: 'text-right tabular-nums',
            cell: ({ photos }) => photos,
          },
          ends_at: { width: '116px', cell: ({ ends_at }) => formatDay(ends_at) },
          last_opened_at: { width: '130px', cell: openedOf },
          status: { width: '110px', className: 'pr-5! text-right', cell: status },
        }}
        card={(row) => (
          <div className="flex items-center gap-3 px-4 py-3">
            <span className="grid min-w-0 flex-1 gap-0.5">
              <Owner row={row} />
              <span className="truncate text-13 text-ink-2">
                {row.title}, {countOf(row.photos, 'photo')}
                {row.label && `, ${row.label}`}
              </span>
              <span className="text-13 text-ink-2">
                Until {formatDay(row.ends_at)}. {openedOf(row)}
              </span>
            </span>
            {status(row)}
          </div>
        )}
        empty={
          <EmptyState
            title="No shared links"
            sentence="Links appear here once customers share photos that they own."
          />
        }
      />
      {question}
    </>
  );
}

function Owner({ row: { user, user_name } }: { row: PhotoLinkRow }) {
  return (
    <Link
      to={paths.adminUser(user)}
      className="min-w-0 truncate text-14 font-[650] text-ink underline-offset-2 hover:underline"
    >
      {user_name}
    </Link>
  );
}
