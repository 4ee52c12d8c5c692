import { useQuery } from '@tanstack/react-query';
import { type CardTries, cardTryEndpoints } from '#contract/endpoints/card-tries.ts';
import { ERRORS } from '#contract/errors.ts';
import { Button } from '#web/components/button.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatAge } from '#web/lib/formats.ts';
import { Panel } from './panel.tsx';
import { useUserAction } from './use-user-action.ts';
import { cardTriesQuery } from './users.query.ts';

const OUTCOMES = { declined: 'Declined', passed: 'Paid', open: 'In progress', ignored: 'Not counted' };

function stateInWords({ state, blocked_until }: CardTries): string {
  if (state === 'blocked') return `Blocked, free again ${blocked_until ? formatAge(blocked_until) : 'later'}`;
  return state === 'challenged' ? 'The bank confirms the next payment' : 'Not limited';
}

function reasonInWords(reason: string | null): string {
  return reason && reason in ERRORS ? ERRORS[reason as keyof typeof ERRORS].message : '';
}

/** Shows staff who tries many cards, and lets them lift the limit. */
export function CardTriesPanel({ userId }: { userId: number }) {
  const answer = useQuery(cardTriesQuery(userId));
  const lift = useUserAction(
    userId,
    () => callApi(cardTryEndpoints.liftCardTries, { params: { id: userId } }),
    () => 'Declined cards are counted from zero again',
  );
  return (
    <Panel title="Declined cards" answer={answer}>
      {(found) => (
        <div className="grid gap-3 p-4 text-14">
          <p className={found.state === 'blocked' ? 'font-[650] text-bad' : 'text-ink-2'}>
            {stateInWords(found)}. {found.declined} of {found.limit} declined in 24 hours.
          </p>
          {found.tries.length > 0 && (
            <ul className="grid gap-1.5">
              {found.tries.map((one) => (
                <li key={`${one.at}-${one.card?.last4}`} className="grid gap-0.5">
                  <span className="flex justify-between gap-3">
                    <span>
                      {OUTCOMES[one.outcome]}
                      {one.card && `, ${one.card.brand} ${one.card.last4}`}
                      {one.is_lifted && ', lifted'}
                    </span>
                    <time dateTime={one.at} className="flex-none text-ink-2 tabular-nums">
                      {formatAge(one.at)}
                    </time>
                  </span>
                  {one.reason && <span className="text-13 text-ink-2">{reasonInWords(one.reason)}</span>}
                </li>
              ))}
            </ul>
          )}
          {found.state !== 'free' && (
            <Button
              kind="line"
              size="small"
              className="justify-self-start"
              isBusy={lift.isPending}
              onClick={() => lift.mutate()}
            >
              Lift the limit
            </Button>
          )}
        </div>
      )}
    </Panel>
  );
}
