import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { SelectField } from '#web/components/form.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Notice } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { answerByPasskey, secondFactorQuery } from '#web/features/accounts/passkeys.ts';
import { eventAlbumsQuery } from '#web/features/admin-albums/staff-catalogue.query.ts';
import { LEAK_SEARCHES, LeakSearchHistory } from '#web/features/leaks/leak-search-history.tsx';
import { LeakSearchResult } from '#web/features/leaks/leak-search-result.tsx';
import { type LeakSearchScope, NewLeakSearch } from '#web/features/leaks/new-leak-search.tsx';
import { teamName } from '#web/lib/formats.ts';
import { paths } from '#web/lib/navigation.tsx';
import { leakPlaceSearch, useSearchState } from '#web/lib/search-params.ts';
import { staffEventsQuery } from '#web/lib/staff.query.ts';

export function AdminLeaksPage() {
  const client = useQueryClient();
  const { search, change } = useSearchState(leakPlaceSearch);
  const [scope, setScope] = useState<LeakSearchScope>({ event: null, album: null });
  const [dropped, setDropped] = useState<{ searchId: number; addresses: string[] }>();
  const { data: factor } = useQuery(secondFactorQuery);
  useEffect(
    () => () => {
      for (const address of dropped?.addresses ?? []) URL.revokeObjectURL(address);
    },
    [dropped],
  );
  const open = (leak: number) => void change({ leak }, { push: true });
  return (
    <div className="grid max-w-[1200px] grid-cols-[minmax(0,1fr)] gap-8 px-4 py-8 desk:px-10">
      <PageHeading title="Find the source of a leak">
        Shows whose copies of our previews are in leaked pictures. It doesn’t show who posted them.
      </PageHeading>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 desk:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        {factor && !factor.is_on ? (
          <Notice tone="info">
            Turn on two-step login on <TextLink to={paths.profile}>your profile page</TextLink> before you
            search.
          </Notice>
        ) : (
          <NewLeakSearch
            scope={scope}
            askPasskey={factor?.passkeys.length ? answerByPasskey : undefined}
            scopeFields={<ScopeFields scope={scope} onChange={setScope} />}
            onStarted={(searchId, files) => {
              setDropped({ searchId, addresses: files.map((file) => URL.createObjectURL(file)) });
              void client.invalidateQueries({ queryKey: LEAK_SEARCHES });
              open(searchId);
            }}
          />
        )}
        {search.leak !== undefined && (
          <LeakSearchResult
            key={search.leak}
            searchId={search.leak}
            dropped={dropped?.searchId === search.leak ? dropped.addresses : []}
          />
        )}
      </div>
      <LeakSearchHistory onOpen={open} />
    </div>
  );
}

type ScopeFieldsProps = { scope: LeakSearchScope; onChange: (scope: LeakSearchScope) => void };

const toId = (value: string) => (value === '' ? null : Number(value));

function ScopeFields({ scope, onChange }: ScopeFieldsProps) {
  const { data: events } = useQuery(staffEventsQuery);
  const { data: albums } = useQuery({
    ...eventAlbumsQuery(scope.event ?? 0),
    enabled: scope.event !== null,
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Event"
        value={scope.event ?? ''}
        onChange={({ target }) => onChange({ event: toId(target.value), album: null })}
      >
        <option value="">All events</option>
        {events?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Album"
        value={scope.album ?? ''}
        disabled={scope.event === null}
        onChange={({ target }) => onChange({ ...scope, album: toId(target.value) })}
      >
        <option value="">All albums</option>
        {albums?.map((album) => (
          <option key={album.id} value={album.id}>
            {teamName(album)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
