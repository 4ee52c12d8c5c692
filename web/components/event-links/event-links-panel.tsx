import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Link2, QrCode as QrIcon, Share2 } from 'lucide-react';
import { useState } from 'react';
import {
  EVENT_LINKS,
  type EventLink,
  type EventLinkKind,
  type eventLinkEndpoints,
  type NewEventLink,
  newEventLink,
} from '#contract/entities/links.ts';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { Notice } from '#web/components/notice.tsx';
import { QrCode } from '#web/components/qr-code.tsx';
import { FailedState } from '#web/components/query-state.tsx';
import { copyLink, shareLink } from '#web/components/share-link.ts';
import { Skeleton } from '#web/components/skeleton.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { formatAge, formatDate, todayIsoDate } from '#web/lib/formats.ts';
import { toast } from '#web/lib/toast.ts';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';

type EventLinksPanelProps = {
  links: LinksOfEvent;
  heading: string;
  /** What anyone with such a link can do. */
  sentence: string;
  form: LinkForm;
};

/** Lists, creates and ends the secret links of one kind. */
export function EventLinksPanel({ links, heading, sentence, form }: EventLinksPanelProps) {
  const { data: shown, error, refetch } = useQuery(eventLinksQuery(links));
  const [ending, setEnding] = useState<EventLink>();
  const end = useEndEventLink(links);
  const headingId = `${links.kind}-links`;
  const sendEnd = ({ id }: EventLink) =>
    end.mutate(id, {
      onSuccess: () => toast('Link ended'),
      onError: (failure) => toast.error(messageOf(failure)),
      onSettled: () => setEnding(undefined),
    });
  return (
    <section aria-labelledby={headingId} className="grid gap-4 border-line not-first:border-t not-first:pt-6">
      <header className="grid gap-1">
        <h2 id={headingId} className="text-18 font-bold tracking-[-0.02em]">
          {heading}
        </h2>
        <p className="text-14 text-ink-2">{sentence}</p>
      </header>
      {error && <FailedState error={error} onRetry={refetch} />}
      {!shown && !error && <Skeleton label="Loading links" className="h-16" />}
      {shown && shown.length > 0 && (
        <ul aria-label={heading} className="grid gap-2">
          {shown.map((link) => (
            <LinkLine key={link.id} link={link} onEnd={() => setEnding(link)} />
          ))}
        </ul>
      )}
      <NewEventLinkForm links={links} form={form} />
      {ending && (
        <ConfirmDialog
          title={`End “${ending.label}”?`}
          sentence="This link stops working at once. Other links keep working."
          confirmLabel="End link"
          isBusy={end.isPending}
          onConfirm={() => sendEnd(ending)}
          onCancel={() => setEnding(undefined)}
        />
      )}
    </section>
  );
}

const STANDINGS = { works: 'Active', ended: 'Ended', expired: 'Expired' } as const;

function LinkLine({ link, onEnd }: { link: EventLink; onEnd: () => void }) {
  const isWorking = link.standing === 'works';
  const opened = link.last_opened_at ? `last opened ${formatAge(link.last_opened_at)}` : 'never opened';
  return (
    <li className="flex items-center gap-3 rounded-ctl bg-sunk px-4 py-2.5">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 text-15 font-[650] break-words">{link.label}</span>
          <span className={`text-13 font-semibold ${isWorking ? 'text-ok' : 'text-ink-2'}`}>
            {STANDINGS[link.standing]}
            {isWorking && ` until ${formatDate(link.ends_on)}`}
          </span>
        </p>
        <p className="text-13 text-ink-2">
          Created by {link.made_by} on {formatDate(link.created_at)}, {opened}
        </p>
      </div>
      {isWorking && (
        <Button kind="line" size="small" aria-label={`End ${link.label}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  );
}

type LinkForm = {
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

function NewEventLinkForm({ links, form: words }: { links: LinksOfEvent; form: LinkForm }) {
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

/** One kind of links of one event, and the calls that manage them. */
type LinksOfEvent = {
  eventId: number;
  kind: EventLinkKind;
  calls: ReturnType<typeof eventLinkEndpoints>;
};

const eventLinksQuery = ({ eventId, kind, calls }: LinksOfEvent) =>
  queryOptions({
    queryKey: ['staff', 'event-links', kind, eventId],
    queryFn: ({ signal }) => callApi(calls.list, { params: { id: eventId }, signal }),
    staleTime: 0,
  });

function useMakeEventLink(links: LinksOfEvent) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewEventLink) => callApi(links.calls.make, { params: { id: links.eventId }, body }),
    onSettled: () => queryClient.invalidateQueries(eventLinksQuery(links)),
    // The answer contains the secret, so it is forgotten when the panel closes.
    gcTime: 0,
  });
}

function useEndEventLink(links: LinksOfEvent) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi(links.calls.end, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries(eventLinksQuery(links)),
  });
}
