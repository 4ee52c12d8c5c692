import { useQuery } from '@tanstack/react-query';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { teamLine } from '#contract/rules/title-lines.ts';
import { Button } from '#web/components/button.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf } from '#web/lib/count-words.ts';
import { formatDate } from '#web/lib/formats.ts';
import { Nothing, Panel } from './panel.tsx';
import { useUserAction } from './use-user-action.ts';
import { userDownloadsQuery } from './users.query.ts';

export function DownloadsPanel({ userId }: { userId: number }) {
  const answer = useQuery(userDownloadsQuery(userId));
  const reset = useUserAction(
    userId,
    (id: number) => callApi(downloadEndpoints.resetDownloads, { params: { id } }),
    ({ downloads_max }) => `${countOf(downloads_max, 'download')} left again`,
  );
  return (
    <Panel title="Downloads" answer={answer}>
      {(downloads) => (
        <>
          {downloads.length === 0 && <Nothing>No albums bought yet.</Nothing>}
          <ul className="grid">
            {downloads.map(({ id, album, bought_at, downloads_used, downloads_max, is_suspended }) => (
              <li
                key={id}
                className="flex min-h-14 items-center gap-3 border-line px-4 py-2 text-14 not-last:border-b"
              >
                <span className="grid min-w-0 flex-1 *:truncate">
                  <span className="font-[650]">{teamLine(album)}</span>
                  <span className="text-13 text-ink-2">
                    Bought {formatDate(bought_at)}
                    {is_suspended && ', suspended while the bank disputes the payment'}
                  </span>
                </span>
                <span
                  className={`text-13 tabular-nums ${downloads_used >= downloads_max ? 'font-[650] text-warn' : 'text-ink-2'}`}
                >
                  {downloads_used} of {downloads_max}
                </span>
                {downloads_used > 0 && (
                  <Button
                    kind="line"
                    size="small"
                    isBusy={reset.isPending && reset.variables === id}
                    onClick={() => reset.mutate(id)}
                    aria-label={`Reset downloads of ${teamLine(album)}`}
                  >
                    Reset
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
