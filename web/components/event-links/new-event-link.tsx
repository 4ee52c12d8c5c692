import { Copy, Link2, QrCode as QrIcon, Share2 } from 'lucide-react';
import { useState } from 'react';
import { EVENT_LINKS, newEventLink } from '#contract/entities/links.ts';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { QrCode } from '#web/components/qr-code.tsx';
import { copyLink, shareLink } from '#web/components/share-link.ts';
import { TextField } from '#web/components/text-field.tsx';
import { todayIsoDate } from '#web/lib/formats.ts';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';
import { type LinksOfEvent, useMakeEventLink } from './event-links.query.ts';

export type LinkForm = {
  /** The accessible name of the form. */
  name: string;
  labelField: string;
  labelHint?: string;
  usualLabel: string;
  /** The title of a shared link. */
  title: string;
  pathOf: (token: string) => string;
};

type LinkValues = { label: string; ends_on: string };

export function NewEventLinkForm({ links, form: words }: { links: LinksOfEvent; form: LinkForm }) {
  const [failure, setFailure] = useState<string>();
  const make = useMakeEventLink(links);
  const form = useContractForm<LinkValues, typeof newEventLink>({
    schema: newEventLink,
    defaultValues: { label: words.usualLabel, ends_on: '' },
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
    <form noValidate aria-label={words.name} className="grid gap-4" onSubmit={submit}>
      {failure && <Notice tone="bad">{failure}</Notice>}
      {make.data && <MadeLink title={words.title} path={words.pathOf(make.data.token)} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...form.register('label')}
          label={words.labelField}
          maxLength={80}
          autoComplete="off"
          error={errors.label?.message}
          hint={words.labelHint}
        />
        <TextField
          {...form.register('ends_on')}
          label="Last day"
          optional
          type="date"
          min={todayIsoDate()}
          error={errors.ends_on?.message}
          hint={`If empty: ${EVENT_LINKS[links.kind].days} days after the event`}
        />
      </div>
      <Button type="submit" kind="line" size="small" className="justify-self-start" isBusy={make.isPending}>
        <Link2 aria-hidden size={17} />
        Create link
      </Button>
    </form>
  );
}

function MadeLink({ title, path }: { title: string; path: string }) {
  const [isCodeShown, setIsCodeShown] = useState(false);
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
        <Button
          kind="line"
          size="small"
          aria-expanded={isCodeShown}
          onClick={() => setIsCodeShown(!isCodeShown)}
        >
          <QrIcon aria-hidden size={17} />
          {isCodeShown ? 'Hide QR code' : 'Show QR code'}
        </Button>
      </div>
      {isCodeShown && (
        <QrCode text={href} label="QR code of the new link" className="size-[min(240px,100%)]" />
      )}
      <p className="text-13 text-ink-2">Lost it? Create a new link and end this one.</p>
    </div>
  );
}
