import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type SecondFactorState, secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import { Button } from '#web/components/button.tsx';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { ErrorNotice, FailedState, Notice, Skeleton } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf, formatDate } from '#web/lib/formats.ts';
import { FactorCode, PasskeyForm } from './add-factor.tsx';
import { meQuery } from './me.query.ts';
import { secondFactorQuery } from './passkeys.ts';
import {
  RecoveryCodes,
  SecondFactorEnrollment,
  SecondFactorRemoval,
  SecondFactorRenewal,
} from './second-factor-forms.tsx';

/** Two-step login of staff: off, being set up, on, or its recovery codes on show. */
export function SecondFactorSection() {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(secondFactorQuery);
  const [codes, setCodes] = useState<string[]>();
  const reload = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
      queryClient.refetchQueries({ queryKey: meQuery.queryKey, exact: true }),
    ]);
  if (codes) {
    return (
      <RecoveryCodes
        codes={codes}
        onDone={() => {
          setCodes(undefined);
          void reload();
        }}
      />
    );
  }
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label="Loading two-step login" className="h-24" />;
  const props = {
    state: data,
    // Only the first factor comes with codes to save.
    onCodes: (fresh: string[]) => (fresh.length > 0 ? setCodes(fresh) : void reload()),
    onChange: reload,
  };
  return data.is_on ? <TurnedOn {...props} /> : <TurnedOff {...props} />;
}

type StateProps = {
  state: SecondFactorState;
  onCodes: (codes: string[]) => void;
  onChange: () => unknown;
};

function TurnedOff({ state, onCodes, onChange }: StateProps) {
  const [adding, setAdding] = useState<'app' | 'passkey'>();
  const stop = () => setAdding(undefined);
  const notice = state.is_required && (
    <Notice tone="bad">
      Staff need two-step login. Set it up now; the rest of the site opens afterwards.
    </Notice>
  );
  if (state.needs_mailed_code) {
    return (
      <div className="grid gap-4">
        {notice}
        <FactorCode onDone={onChange} />
      </div>
    );
  }
  if (adding === 'app') return <AddApp onCodes={onCodes} onCancel={stop} />;
  if (adding === 'passkey') return <PasskeyForm onCodes={onCodes} onCancel={stop} />;
  return (
    <div className="grid justify-items-start gap-4">
      {notice}
      <div className="flex flex-wrap gap-2">
        {state.offers_passkeys && <Button onClick={() => setAdding('passkey')}>Add a passkey</Button>}
        <Button kind={state.offers_passkeys ? 'line' : 'ink'} onClick={() => setAdding('app')}>
          {state.offers_passkeys ? 'Set up an authenticator app' : 'Set up two-step login'}
        </Button>
      </div>
      {state.offers_passkeys && (
        <p className="text-15 text-ink-2">
          A passkey is a key in your phone, computer or security key that you unlock with your finger, face or
          PIN.
        </p>
      )}
    </div>
  );
}

type AddAppProps = { onCodes: (codes: string[]) => void; onCancel: () => void };

function AddApp({ onCodes, onCancel }: AddAppProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['users', 'me', 'new-authenticator-app'],
    queryFn: () => callApi(secondFactorEndpoints.enrollSecondFactor),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  if (data) return <SecondFactorEnrollment {...data} onCodes={onCodes} onCancel={onCancel} />;
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  return <Skeleton label="Loading two-step login" className="h-24" />;
}

type Asking = 'app' | 'passkey' | 'renew' | 'remove';

function TurnedOn({ state, onCodes, onChange }: StateProps) {
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  const settle = (codes: string[]) => {
    close();
    onCodes(codes);
  };
  const { turned_on_at: since, recovery_codes_left: left } = state;
  const isAdding = asking === 'app' || asking === 'passkey';
  const hasPasskey = state.passkeys.length > 0;
  return (
    <div className="grid gap-4">
      <Notice tone="ok">
        On{since && ` since ${formatDate(since)}`}. {countOf(left, 'recovery code')} left.
      </Notice>
      <FactorList state={state} onReplace={() => setAsking('app')} onChange={onChange} />
      {left < 3 && <p className="text-15 text-ink-2">Make new recovery codes before you run out.</p>}
      {isAdding && state.needs_mailed_code && <FactorCode onDone={onChange} onCancel={close} />}
      {isAdding && !state.needs_mailed_code && asking === 'app' && (
        <AddApp onCodes={settle} onCancel={close} />
      )}
      {isAdding && !state.needs_mailed_code && asking === 'passkey' && (
        <PasskeyForm onCodes={settle} onCancel={close} />
      )}
      {asking === 'renew' && (
        <SecondFactorRenewal hasPasskey={hasPasskey} onCodes={settle} onCancel={close} />
      )}
      {asking === 'remove' && (
        <SecondFactorRemoval hasPasskey={hasPasskey} onDone={onChange} onCancel={close} />
      )}
      {!asking && (
        <div className="flex flex-wrap gap-2">
          {state.offers_passkeys && (
            <Button kind="line" onClick={() => setAsking('passkey')}>
              Add a passkey
            </Button>
          )}
          {!state.has_app && (
            <Button kind="line" onClick={() => setAsking('app')}>
              Set up an authenticator app
            </Button>
          )}
          <Button kind="line" onClick={() => setAsking('renew')}>
            Make new recovery codes
          </Button>
          {!state.is_required && (
            <Button kind="line" onClick={() => setAsking('remove')}>
              Turn off
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

type Removal = { name: string; run: () => Promise<unknown> };
type FactorListProps = { state: SecondFactorState; onReplace: () => void; onChange: () => unknown };

/** The last one stays, so it has no button to remove it. */
function FactorList({ state, onReplace, onChange }: FactorListProps) {
  const remove = useMutation({ mutationFn: ({ run }: Removal) => run(), onSuccess: onChange });
  const { ask, question } = useConfirmed(remove, ({ name }) => ({
    title: `Remove ${name}?`,
    sentence: 'It no longer works as your second step.',
    confirmLabel: 'Remove',
  }));
  const isLast = Number(state.has_app) + state.passkeys.length < 2;
  const removal = (name: string, run: Removal['run']) =>
    !isLast && (
      <Button kind="ghost" size="small" aria-label={`Remove ${name}`} onClick={() => ask({ name, run })}>
        Remove
      </Button>
    );
  return (
    <>
      <ul aria-label="Second steps" className="grid divide-y divide-line rounded-ctl border border-line">
        {state.has_app && (
          <Row icon={<Smartphone size={20} strokeWidth={1.8} />} name="Authenticator app">
            <Button kind="line" size="small" onClick={onReplace}>
              Replace
            </Button>
            {removal('the authenticator app', () => callApi(secondFactorEndpoints.removeApp))}
          </Row>
        )}
        {state.passkeys.map(({ id, name, created_at, last_used_at }) => (
          <Row
            key={id}
            icon={<KeyRound size={20} strokeWidth={1.8} />}
            name={name}
            line={[
              `Passkey, added ${formatDate(created_at)}`,
              last_used_at && `last used ${formatDate(last_used_at)}`,
            ]
              .filter(Boolean)
              .join(', ')}
          >
            {removal(`“${name}”`, () =>
              callApi(secondFactorEndpoints.removePasskey, { params: { passkey: id } }),
            )}
          </Row>
        ))}
      </ul>
      <ErrorNotice error={remove.error} />
      {question}
    </>
  );
}

type RowProps = { icon: ReactNode; name: string; line?: string; children: ReactNode };

function Row({ icon, name, line, children }: RowProps) {
  return (
    <li className="flex min-h-14 items-center gap-3 px-4 py-2.5">
      <span className="flex-none text-ink-2">{icon}</span>
      <span className="grid min-w-0 flex-1">
        <b className="font-[650] wrap-anywhere">{name}</b>
        {line && <span className="text-14 text-ink-2">{line}</span>}
      </span>
      <span className="flex flex-none flex-wrap justify-end gap-1">{children}</span>
    </li>
  );
}
