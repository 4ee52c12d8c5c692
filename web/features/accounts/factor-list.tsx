import { useMutation } from '@tanstack/react-query';
import { KeyRound, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type SecondFactorState, secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { Notice } from '#web/components/notice.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { formatDate } from '#web/lib/formats.ts';

type Removal = { name: string; run: () => Promise<unknown> };
type FactorListProps = { state: SecondFactorState; onReplace: () => void; onChange: () => unknown };

/** The last one stays, so it has no button to remove it. */
export function FactorList({ state, onReplace, onChange }: FactorListProps) {
  const [asking, setAsking] = useState<Removal>();
  const remove = useMutation({
    mutationFn: ({ run }: Removal) => run(),
    onSuccess: onChange,
    onSettled: () => setAsking(undefined),
  });
  const isLast = Number(state.has_app) + state.passkeys.length < 2;
  const removal = (name: string, run: Removal['run']) =>
    !isLast && (
      <Button
        kind="ghost"
        size="small"
        aria-label={`Remove ${name}`}
        onClick={() => setAsking({ name, run })}
      >
        Remove
      </Button>
    );
  return (
    <>
      <ul aria-label="Second steps" className="grid divide-y divide-line rounded-ctl border border-line">
        {state.has_app && (
          <Row icon={<Smartphone aria-hidden size={20} strokeWidth={1.8} />} name="Authenticator app">
            <Button kind="line" size="small" onClick={onReplace}>
              Replace
            </Button>
            {removal('the authenticator app', () => callApi(secondFactorEndpoints.removeApp))}
          </Row>
        )}
        {state.passkeys.map(({ id, name, created_at, last_used_at }) => (
          <Row
            key={id}
            icon={<KeyRound aria-hidden size={20} strokeWidth={1.8} />}
            name={name}
            line={`Passkey, added ${formatDate(created_at)}${last_used_at ? `, last used ${formatDate(last_used_at)}` : ''}`}
          >
            {removal(`“${name}”`, () =>
              callApi(secondFactorEndpoints.removePasskey, { params: { passkey: id } }),
            )}
          </Row>
        ))}
      </ul>
      {remove.isError && <Notice tone="bad">{messageOf(remove.error)}</Notice>}
      {asking && (
        <ConfirmDialog
          title={`Remove ${asking.name}?`}
          sentence="It no longer works as your second step."
          confirmLabel="Remove"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(asking)}
          onCancel={() => setAsking(undefined)}
        />
      )}
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
