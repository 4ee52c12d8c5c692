import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { morePreviews, userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { TextField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { StaffButton } from '#web/components/staff-button.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf, formatDay } from '#web/lib/formats.ts';
import { toast } from '#web/lib/toast.ts';
import { fieldProps, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { Panel } from './panel.tsx';
import { previewQuotaQuery } from './users.query.ts';

export function PreviewQuotaPanel({ userId }: { userId: number }) {
  const answer = useQuery(previewQuotaQuery(userId));
  const [isAllowing, setIsAllowing] = useState(false);
  const reset = useStaffAction(
    () => callApi(userAdministrationEndpoints.resetPreviewQuota, { params: { id: userId } }),
    () => toast('Count reset'),
  );
  return (
    <Panel
      title="Opened albums"
      answer={answer}
      aside={
        <StaffButton kind="ghost" size="small" className="-mr-3" onClick={() => setIsAllowing(true)}>
          Allow more
        </StaffButton>
      }
    >
      {({ programs, albums, more_programs, more_albums, until, version }) => (
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
              {countOf(more_programs, 'more program')} and {countOf(more_albums, 'more album')} until{' '}
              {formatDay(until)}.
            </p>
          )}
          <StaffButton
            kind="line"
            size="small"
            className="justify-self-start"
            isBusy={reset.isPending}
            onClick={() => reset.mutate()}
          >
            Reset the count
          </StaffButton>
          {isAllowing && (
            <AllowMoreSheet userId={userId} version={version} onClose={() => setIsAllowing(false)} />
          )}
        </div>
      )}
    </Panel>
  );
}

const FIELDS = {
  more_programs: 'More programs in 30 days',
  more_albums: 'More albums in a day',
  days: 'For how many days',
} as const;
type Values = Record<keyof typeof FIELDS, string>;

const DEFAULTS: Values = { more_programs: '12', more_albums: '60', days: '30' };

const toNumber = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));
const toBody = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([field, text]) => [field, toNumber(text)]));

type AllowMoreProps = { userId: number; version: number; onClose: () => void };

function AllowMoreSheet({ userId, version, onClose }: AllowMoreProps) {
  const form = useContractForm({ schema: morePreviews, defaultValues: DEFAULTS, toBody });
  const allow = useStaffAction(
    (body: z.output<typeof morePreviews>) =>
      callApi(userAdministrationEndpoints.allowMore, { params: { id: userId }, body: { ...body, version } }),
    () => toast('Saved. It applies right away.'),
  );
  const save = useFormMutation(form, {
    send: (body: z.output<typeof morePreviews>) => allow.mutateAsync(body),
    onSuccess: onClose,
  });
  return (
    <FormSheet
      title="Allow more"
      description="On top of the site’s limits. Set both to 0 to remove an earlier allowance."
      submitLabel="Allow"
      guard={save}
      onClose={onClose}
    >
      {(Object.keys(FIELDS) as (keyof typeof FIELDS)[]).map((field) => (
        <TextField key={field} {...fieldProps(form, field)} label={FIELDS[field]} inputMode="numeric" />
      ))}
    </FormSheet>
  );
}
