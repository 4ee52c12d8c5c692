import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import { type WallSettings, type WallTeam, wallConsent, wallEndpoints } from '#contract/endpoints/wall.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { wallTeamList, wallTeamName } from '#contract/lists/cockpit-teams.ts';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { EventLinksPanel } from '#web/components/event-links/event-links-panel.tsx';
import { TextField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { BulkAction, BulkBar } from '#web/components/list/bulk-bar.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { Switch } from '#web/components/switch.tsx';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { countOf } from '#web/lib/formats.ts';
import { countMatches, useListState, useLocalRows } from '#web/lib/lists/list-rows.ts';
import { useSelection } from '#web/lib/lists/use-selection.ts';
import { toast } from '#web/lib/toast.ts';
import { fieldProps, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';

/** Staff switch the wall of an event on, say which teams agreed, and create links for screens. */
export function WallPanel({ event }: { event: StaffEvent }) {
  const settings = useQuery(wallSettingsQuery(event.id));
  const turn = useWallChange(event.id, (is_on: boolean) =>
    callApi(wallEndpoints.switchWall, { params: { id: event.id }, body: { is_on } }),
  );
  return (
    <div className="mx-auto grid w-full max-w-[860px] grid-cols-[minmax(0,1fr)] gap-8 p-4 desk:p-6">
      <QueryState query={settings} loading={<Skeleton label="Loading the live wall" className="h-[320px]" />}>
        {({ is_on, teams }) => (
          <>
            <label className="flex items-center justify-between gap-4" htmlFor="wall-switch">
              <span className="grid gap-0.5">
                <span className="text-18 font-bold tracking-[-0.02em]">Show the live wall</span>
                <span className="text-14 text-ink-2">
                  Screens at the venue show the newest published photos of teams that agreed.
                </span>
              </span>
              <Switch
                id="wall-switch"
                checked={turn.isPending ? turn.variables : is_on}
                disabled={turn.isPending}
                onChange={({ target }) => turn.mutate(target.checked)}
              />
            </label>
            <WallTeams eventId={event.id} teams={teams} />
          </>
        )}
      </QueryState>
      <EventLinksPanel kind="wall" event={event} />
    </div>
  );
}

const albumOf = ({ album }: WallTeam) => album;

/** Lists the teams that agreed to be shown, with the person who recorded it. */
function WallTeams({ eventId, teams }: { eventId: number; teams: readonly WallTeam[] }) {
  const rows = useLocalRows(useListState(wallTeamList), teams);
  const selection = useSelection({ idOf: albumOf, rows, filters: {} });
  const [asked, setAsked] = useState<readonly WallTeam[]>([]);
  const withdraw = useWallChange(
    eventId,
    (albums: number[]) => sendConsent(eventId, { albums, agreed_by: null }),
    () => {
      selection.clear();
      toast('Taken off the wall');
    },
  );
  const { ask, question } = useConfirmed(withdraw, (albums) => ({
    title: `Withdraw the consent of ${countOf(albums.length, 'team')}?`,
    sentence: 'Their photos leave the screens right away, and who agreed is forgotten.',
    confirmLabel: 'Withdraw',
  }));
  return (
    <section aria-labelledby="wall-teams" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <header className="grid gap-1">
        <h2 id="wall-teams" className="text-18 font-bold tracking-[-0.02em]">
          Teams that agreed
        </h2>
        <p className="text-14 text-ink-2">
          Select teams to record who agreed for them. Teams without consent are never shown.
        </p>
      </header>
      {teams.length > 0 && (
        <ListToolbar rows={rows} options={{ consent: countMatches(wallTeamList.filters.consent, teams) }} />
      )}
      <StaffList
        rows={rows}
        idOf={albumOf}
        nameOf={wallTeamName}
        selection={selection}
        card={(team) => <TeamLine team={team} />}
        rowPx={{ desk: 58, phone: 58 }}
        hasKeys={false}
        isPane
        className="max-h-[420px] rounded-card border border-line"
        empty={<p className="p-4 text-14 text-ink-2">This event has no teams yet. Import a running order.</p>}
      />
      <BulkBar noun="team" selection={selection} isPane>
        <BulkAction icon={Check} disabled={withdraw.isPending} onClick={() => setAsked(selection.rows)}>
          Record consent
        </BulkAction>
        <BulkAction icon={X} disabled={withdraw.isPending} onClick={() => ask(selection.rows.map(albumOf))}>
          Withdraw
        </BulkAction>
      </BulkBar>
      {question}
      {asked.length > 0 && (
        <ConsentSheet
          eventId={eventId}
          teams={asked}
          onClose={() => setAsked([])}
          onDone={() => {
            setAsked([]);
            selection.clear();
          }}
        />
      )}
    </section>
  );
}

function TeamLine({ team }: { team: WallTeam }) {
  return (
    <div className="flex h-[57px] items-center justify-between gap-3 pr-4">
      <span className="grid min-w-0 leading-tight">
        <span className="truncate text-15 font-[650]">
          #{team.performance_order} {wallTeamName(team)}
        </span>
        <span className="truncate text-13 text-ink-2">
          {team.agreed_by === null
            ? 'Not asked'
            : `${team.agreed_by} agreed, recorded by ${team.recorded_by}`}
        </span>
      </span>
      <span
        className={`flex-none text-13 font-semibold ${team.agreed_by === null ? 'text-ink-2' : 'text-ok'}`}
      >
        {team.agreed_by === null ? 'Not shown' : team.published ? 'Shown' : 'Shown once published'}
      </span>
    </div>
  );
}

type ConsentSheetProps = {
  eventId: number;
  teams: readonly WallTeam[];
  onClose: () => void;
  onDone: () => void;
};

function ConsentSheet({ eventId, teams, onClose, onDone }: ConsentSheetProps) {
  const form = useContractForm<{ agreed_by: string }, typeof wallConsent>({
    schema: wallConsent,
    defaultValues: { agreed_by: '' },
    toBody: ({ agreed_by }) => ({ albums: teams.map(albumOf), agreed_by }),
  });
  const queryClient = useQueryClient();
  const save = useFormMutation(form, {
    send: (body) => sendConsent(eventId, body),
    onSuccess: (settings) => {
      queryClient.setQueryData(wallSettingsQuery(eventId).queryKey, settings);
      toast('Consent recorded');
      onDone();
    },
  });
  return (
    <FormSheet
      title={`Consent of ${countOf(teams.length, 'team')}`}
      description="Photos of these teams appear on the screens at the venue, without any names of children."
      submitLabel="Record consent"
      guard={save}
      onClose={onClose}
    >
      <TextField
        {...fieldProps(form, 'agreed_by')}
        label="Who agreed for the team"
        hint="For example: Coach Dana Reyes, in writing"
        maxLength={120}
        autoComplete="off"
      />
    </FormSheet>
  );
}

const wallSettingsQuery = (eventId: number) =>
  apiQuery(['staff', 'wall', eventId], wallEndpoints.getWallSettings, { params: { id: eventId } });

function useWallChange<Input>(
  eventId: number,
  send: (input: Input) => Promise<WallSettings>,
  onDone?: () => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (settings) => {
      queryClient.setQueryData(wallSettingsQuery(eventId).queryKey, settings);
      onDone?.();
    },
    onError: toast.failure,
  });
}

const sendConsent = (id: number, body: z.output<typeof wallConsent>) =>
  callApi(wallEndpoints.setWallConsent, { params: { id }, body });
