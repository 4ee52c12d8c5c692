import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf } from '#web/lib/count-words.ts';
import { formatAge } from '#web/lib/formats.ts';
import { useUser } from '#web/lib/session.ts';
import { Nothing, Panel } from './panel.tsx';
import { useUserAction } from './use-user-action.ts';
import { userSessionsQuery } from './users.query.ts';

export function SessionsPanel({ userId }: { userId: number }) {
  const answer = useQuery(userSessionsQuery(userId));
  const [isAsking, setIsAsking] = useState(false);
  const me = useUser();
  const end = useUserAction(
    userId,
    () => callApi(userAdministrationEndpoints.logUserOut, { params: { id: userId } }),
    ({ ended }) => `${countOf(ended, 'session')} ended`,
  );
  return (
    <Panel
      title="Sessions"
      answer={answer}
      aside={
        answer.data &&
        answer.data.length > 0 &&
        me.id !== userId && (
          <Button kind="ghost" size="small" className="-mr-3" onClick={() => setIsAsking(true)}>
            Log out everywhere
          </Button>
        )
      }
    >
      {(sessions) => (
        <>
          {sessions.length === 0 && <Nothing>Not logged in anywhere.</Nothing>}
          <ul className="grid">
            {sessions.map((session) => (
              <li
                key={`${session.created_at} ${session.ip} ${session.device}`}
                className="grid gap-0.5 border-line px-4 py-2.5 text-14 not-last:border-b"
              >
                <span className="truncate font-[650]">
                  {session.device}
                  {session.is_this_one && ' (this one)'}
                </span>
                <span className="text-13 text-ink-2">
                  {session.ip}, seen {formatAge(session.last_seen_at)}, logged in{' '}
                  {formatAge(session.created_at)}
                </span>
              </li>
            ))}
          </ul>
          {isAsking && (
            <ConfirmDialog
              title="Log this user out everywhere?"
              sentence="All sessions end immediately. The user has to log in again on each device."
              confirmLabel="Log out everywhere"
              isBusy={end.isPending}
              onConfirm={() => end.mutate(undefined, { onSettled: () => setIsAsking(false) })}
              onCancel={() => setIsAsking(false)}
            />
          )}
        </>
      )}
    </Panel>
  );
}
