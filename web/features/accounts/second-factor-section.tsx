import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type SecondFactorState, secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import { Button } from '#web/components/button.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { countOf } from '#web/lib/count-words.ts';
import { formatDate } from '#web/lib/formats.ts';
import { meQuery } from './me.query.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { secondFactorQuery } from './second-factor.query.ts';
import { SecondFactorEnrollment } from './second-factor-enrollment.tsx';
import { SecondFactorRemoval } from './second-factor-removal.tsx';
import { SecondFactorRenewal } from './second-factor-renewal.tsx';

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
  return data.is_on ? (
    <TurnedOn state={data} onCodes={setCodes} onOff={reload} />
  ) : (
    <TurnedOff isRequired={data.is_required} onCodes={setCodes} />
  );
}

function TurnedOff({ isRequired, onCodes }: { isRequired: boolean; onCodes: (codes: string[]) => void }) {
  const enroll = useMutation({ mutationFn: () => callApi(secondFactorEndpoints.enrollSecondFactor) });
  if (enroll.data) {
    return <SecondFactorEnrollment {...enroll.data} onCodes={onCodes} onCancel={enroll.reset} />;
  }
  return (
    <div className="grid justify-items-start gap-4">
      {isRequired && (
        <Notice tone="bad">
          Super users need two-step login. Set it up now; the rest of the site opens afterwards.
        </Notice>
      )}
      {enroll.isError && <Notice tone="bad">{messageOf(enroll.error)}</Notice>}
      <Button isBusy={enroll.isPending} onClick={() => enroll.mutate()}>
        Set up two-step login
      </Button>
    </div>
  );
}

type TurnedOnProps = {
  state: SecondFactorState;
  onCodes: (codes: string[]) => void;
  onOff: () => unknown;
};

function TurnedOn({ state, onCodes, onOff }: TurnedOnProps) {
  const [isAsking, setIsAsking] = useState<'renew' | 'remove'>();
  const close = () => setIsAsking(undefined);
  const { turned_on_at: since, recovery_codes_left: left } = state;
  return (
    <div className="grid gap-4">
      <Notice tone="ok">
        On{since && ` since ${formatDate(since)}`}. {countOf(left, 'recovery code')} left.
      </Notice>
      {left < 3 && <p className="text-15 text-ink-2">Make new recovery codes before you run out.</p>}
      {isAsking === 'renew' && <SecondFactorRenewal onCodes={onCodes} onCancel={close} />}
      {isAsking === 'remove' && <SecondFactorRemoval onDone={onOff} onCancel={close} />}
      {!isAsking && (
        <div className="flex flex-wrap gap-2">
          <Button kind="line" onClick={() => setIsAsking('renew')}>
            Make new recovery codes
          </Button>
          <Button kind="line" onClick={() => setIsAsking('remove')}>
            Turn off
          </Button>
        </div>
      )}
    </div>
  );
}
