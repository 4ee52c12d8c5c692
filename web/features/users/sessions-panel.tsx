import { useQuery } from '@tanstack/react-query';
import { type CardAttempts, cardAttemptEndpoints } from '#contract/endpoints/refunds.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { ERRORS } from '#contract/errors.ts';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { History } from '#web/components/history.tsx';
import { StaffButton } from '#web/components/staff-button.tsx';
import { callApi } from '#web/lib/api.ts';
import { cardName } from '#web/lib/card-name.ts';
import { countOf, formatAge } from '#web/lib/formats.ts';
import { useUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { Nothing, Panel, PanelFrame } from './panel.tsx';
import { cardAttemptsQuery, userSessionsQuery } from './users.query.ts';

export function SessionsPanel({ userId }: { userId: number }) {
  const answer = useQuery(userSessionsQuery(userId));
  const me = useUser();
  const end = useStaffAction(
    () => callApi(userAdministrationEndpoints.logUserOut, { params: { id: userId } }),
    ({ ended }) => toast(`${countOf(ended, 'session')} ended`),
  );
  const { ask, question } = useConfirmed(end, () => ({
    title: 'Log this user out everywhere?',
    sentence: 'All sessions end immediately. The user has to log in again on each device.',
    confirmLabel: 'Log out everywhere',
  }));
  return (
    <Panel
      title="Sessions"
      answer={answer}
      aside={
        answer.data &&
        answer.data.length > 0 &&
        me.id !== userId && (
          <StaffButton kind="ghost" size="small" className="-mr-3" onClick={() => ask()}>
            Log out everywhere
          </StaffButton>
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
          {question}
        </>
      )}
    </Panel>
  );
}

const OUTCOMES = { declined: 'Declined', passed: 'Paid', open: 'In progress', ignored: 'Not counted' };

function describeState({ state, blocked_until }: CardAttempts): string {
  if (state === 'blocked')
    return `Blocked, can pay again ${blocked_until ? formatAge(blocked_until) : 'later'}`;
  return state === 'challenged' ? 'The bank confirms the next payment' : 'Not limited';
}

function describeReason(reason: string | null): string {
  return reason && reason in ERRORS ? ERRORS[reason as keyof typeof ERRORS].message : '';
}

/** Shows staff who tries many cards, and lets them lift the limit. */
export function CardAttemptsPanel({ userId }: { userId: number }) {
  const answer = useQuery(cardAttemptsQuery(userId));
  const lift = useStaffAction(
    () => callApi(cardAttemptEndpoints.liftCardAttempts, { params: { id: userId } }),
    () => toast('Count of declined cards reset'),
  );
  return (
    <Panel title="Declined cards" answer={answer}>
      {(found) => (
        <div className="grid gap-3 p-4 text-14">
          <p className={found.state === 'blocked' ? 'font-[650] text-bad' : 'text-ink-2'}>
            {describeState(found)}. {found.declined} of {found.limit} declined in 24 hours.
          </p>
          {found.tries.length > 0 && (
            <ul className="grid gap-1.5">
              {found.tries.map((one) => (
                <li key={`${one.at}-${one.card?.last4}`} className="grid gap-0.5">
                  <span className="flex justify-between gap-3">
                    <span>
                      {OUTCOMES[one.outcome]}
                      {one.card && `, ${cardName(one.card)}`}
                      {one.is_lifted && ', lifted'}
                    </span>
                    <time dateTime={one.at} className="flex-none text-ink-2 tabular-nums">
                      {formatAge(one.at)}
                    </time>
                  </span>
                  {one.reason && <span className="text-13 text-ink-2">{describeReason(one.reason)}</span>}
                </li>
              ))}
            </ul>
          )}
          {found.state !== 'free' && (
            <StaffButton
              kind="line"
              size="small"
              className="justify-self-start"
              isBusy={lift.isPending}
              onClick={() => lift.mutate()}
            >
              Lift the limit
            </StaffButton>
          )}
        </div>
      )}
    </Panel>
  );
}

export function HistoryPanel({ userId }: { userId: number }) {
  return (
    <PanelFrame title="History">
      <History scope="user" subject={userId} nothing="No changes by staff yet." inset="px-4" />
    </PanelFrame>
  );
}
