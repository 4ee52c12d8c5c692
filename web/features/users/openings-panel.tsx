import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { Button } from '#web/components/button.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/formats.ts';
import { AllowMoreSheet } from './allow-more-sheet.tsx';
import { Panel } from './panel.tsx';
import { useUserAction } from './use-user-action.ts';
import { openingBudgetQuery } from './users.query.ts';

export function OpeningsPanel({ userId }: { userId: number }) {
  const answer = useQuery(openingBudgetQuery(userId));
  const [isAllowing, setIsAllowing] = useState(false);
  const reset = useUserAction(
    userId,
    () => callApi(userAdministrationEndpoints.resetOpenings, { params: { id: userId } }),
    () => 'Counted from zero again',
  );
  return (
    <Panel
      title="Opened albums"
      answer={answer}
      aside={
        <Button kind="ghost" size="small" className="-mr-3" onClick={() => setIsAllowing(true)}>
          Allow more
        </Button>
      }
    >
      {({ programs, albums, more_programs, more_albums, until }) => (
        <div className="grid gap-3 p-4 text-14">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 *:even:text-right *:even:tabular-nums *:odd:text-ink-2">
            <dt>Programs in 30 days</dt>
            <dd>
              {programs.used} of {programs.limit}
            </dd>
            <dt>Albums in a day</dt>
            <dd>
              {albums.used} of {albums.limit}
            </dd>
          </dl>
          {until && (
            <p className="text-13 text-ink-2">
              {more_programs} programs and {more_albums} albums more until {formatDate(until)}.
            </p>
          )}
          <Button
            kind="line"
            size="small"
            className="justify-self-start"
            isBusy={reset.isPending}
            onClick={() => reset.mutate()}
          >
            Count from zero
          </Button>
          {isAllowing && <AllowMoreSheet userId={userId} onClose={() => setIsAllowing(false)} />}
        </div>
      )}
    </Panel>
  );
}
