import { Copy, Link2, Share2 } from 'lucide-react';
import { useState } from 'react';
import { COCKPIT_LINK_DAYS, newCockpitLink } from '#contract/endpoints/cockpit.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { copyLink, shareLink } from '#web/components/share-link.ts';
import { TextField } from '#web/components/text-field.tsx';
import { todayIsoDate } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';
import { useMakeCockpitLink } from './cockpit-links.query.ts';

type LinkValues = { label: string; ends_on: string };

export function NewCockpitLink({ event }: { event: StaffEvent }) {
  const [failure, setFailure] = useState<string>();
  const make = useMakeCockpitLink(event.id);
  const form = useContractForm<LinkValues, typeof newCockpitLink>({
    schema: newCockpitLink,
    defaultValues: { label: event.producer_name || 'Producer', ends_on: '' },
    toBody: ({ label, ends_on }) => ({ label, ...(ends_on ? { ends_on } : {}) }),
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((body) => {
    setFailure(undefined);
    make.mutate(body, {
      onSuccess: () => form.reset(),
      onError: (error) => setFailure(showServerProblems(form, error)),
    });
  });
  return (
    <form noValidate aria-label="New producer link" className="grid gap-4" onSubmit={submit}>
      {failure && <Notice tone="bad">{failure}</Notice>}
      {make.data && <MadeLink title={`${event.name}, cockpit`} token={make.data.token} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...form.register('label')}
          label="Link for"
          maxLength={80}
          autoComplete="off"
          error={errors.label?.message}
        />
        <TextField
          {...form.register('ends_on')}
          label="Last day"
          optional
          type="date"
          min={todayIsoDate()}
          error={errors.ends_on?.message}
          hint={`If empty: ${COCKPIT_LINK_DAYS} days after the event`}
        />
      </div>
      <Button type="submit" kind="line" size="small" className="justify-self-start" isBusy={make.isPending}>
        <Link2 aria-hidden size={17} />
        Create link
      </Button>
    </form>
  );
}

function MadeLink({ title, token }: { title: string; token: string }) {
  const path = paths.cockpit(token);
  const { href } = new URL(path, window.location.origin);
  return (
    <div role="status" className="grid gap-3 rounded-card bg-spot-wash p-4">
      <p className="text-15 font-[650]">Copy this link now. It is shown only once.</p>
      <input
        readOnly
        aria-label="The new link"
        value={href}
        onFocus={({ target }) => target.select()}
        className="h-11 w-full min-w-0 rounded-ctl border border-edge bg-surface px-3 text-14 text-ink"
      />
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => void copyLink(href)}>
          <Copy aria-hidden size={17} />
          Copy link
        </Button>
        {'share' in navigator && (
          <Button kind="line" size="small" onClick={() => void shareLink(title, path)}>
            <Share2 aria-hidden size={17} />
            Share
          </Button>
        )}
      </div>
      <p className="text-13 text-ink-2">Lost it? Create a new link and end this one.</p>
    </div>
  );
}
