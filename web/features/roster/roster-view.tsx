import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { type Photographer, rosterEndpoints } from '#contract/endpoints/roster.ts';
import { rosterList } from '#contract/lists/roster.ts';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { StaffButton } from '#web/components/staff-button.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf } from '#web/lib/formats.ts';
import { useListState, useLocalRows } from '#web/lib/lists/list-rows.ts';
import { rosterQuery } from '#web/lib/staff.query.ts';
import { toast } from '#web/lib/toast.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { PhotographerSheet } from './photographer-sheet.tsx';
import { formatRate } from './roster.query.ts';

/** Everybody who photographs for the company. */
export function RosterView() {
  const { data, error, refetch } = useQuery(rosterQuery);
  const rows = useLocalRows(useListState(rosterList), data, { error, retry: refetch });
  const [open, setOpen] = useState<Photographer | 'new'>();
  const archive = useStaffAction(
    ({ person, hasLeft }: { person: Photographer; hasLeft: boolean }) =>
      callApi(rosterEndpoints.changePhotographer, { params: { id: person.id }, body: { has_left: hasLeft } }),
    ({ name, left_at }) => toast(left_at ? `${name} archived` : `${name} is back on the roster`),
  );
  const { ask, question } = useConfirmed(archive, ({ person }) => ({
    title: `Archive ${person.name}?`,
    sentence:
      'They are no longer offered for new events. Their photos, sales and statements stay. You can bring them back.',
    confirmLabel: 'Archive',
  }));
  const add = (
    <StaffButton needs="admin_albums" icon={UserPlus} size="small" onClick={() => setOpen('new')}>
      Add photographer
    </StaffButton>
  );
  return (
    <section aria-label="Roster" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {(data?.length ?? 0) > 0 && (
        <ListToolbar rows={rows} sorting="always" fileName="photographers.csv">
          <span className="ml-auto">{add}</span>
        </ListToolbar>
      )}
      <StaffList
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        hasKeys={false}
        rowPx={{ desk: 72, phone: 96 }}
        card={(person) => (
          <PersonRow
            person={person}
            onEdit={() => setOpen(person)}
            onArchive={() =>
              person.left_at ? archive.mutate({ person, hasLeft: false }) : ask({ person, hasLeft: true })
            }
          />
        )}
        empty={
          <EmptyState
            title="Nobody on the roster yet"
            sentence="Add the people who photograph for you, then assign them to events with a rate."
          >
            {add}
          </EmptyState>
        }
      />
      {open && (
        <PhotographerSheet {...(open === 'new' ? {} : { person: open })} onClose={() => setOpen(undefined)} />
      )}
      {question}
    </section>
  );
}

type PersonRowProps = { person: Photographer; onEdit: () => void; onArchive: () => void };

function PersonRow({ person, onEdit, onArchive }: PersonRowProps) {
  const { name, email, phone, other_names, events, left_at, default_rate_basis_points: rate } = person;
  const facts = [`${formatRate(rate)} of sales`, countOf(events, 'event'), email, phone].filter(Boolean);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 text-14 desk:flex-nowrap">
      <span className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2">
          <b className="text-15 font-[650] break-words">{name}</b>
          {left_at && (
            <span className="rounded-full bg-sunk px-2 text-12 leading-5 font-[650] text-ink-2">
              Archived
            </span>
          )}
        </span>
        <span className="text-13 break-words text-ink-2">
          {facts.join(' · ')}
          {other_names.length > 0 && `. Also credited as ${other_names.join(', ')}`}
        </span>
      </span>
      <span className="flex gap-2">
        <StaffButton
          needs="admin_albums"
          kind="line"
          size="small"
          aria-label={`Edit ${name}`}
          onClick={onEdit}
        >
          Edit
        </StaffButton>
        <StaffButton
          needs="admin_albums"
          kind="ghost"
          size="small"
          aria-label={left_at ? `Bring ${name} back` : `Archive ${name}`}
          onClick={onArchive}
        >
          {left_at ? 'Bring back' : 'Archive'}
        </StaffButton>
      </span>
    </div>
  );
}
