import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Link2, QrCode as QrIcon, Share2 } from 'lucide-react';
import { useId, useState } from 'react';
import { cockpitEndpoints } from '#contract/endpoints/cockpit.ts';
import { passEndpoints } from '#contract/endpoints/passes.ts';
import { wallEndpoints } from '#contract/endpoints/wall.ts';
import { EVENT_LINKS, type EventLink, type EventLinkKind, newEventLink } from '#contract/entities/links.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { Button } from '#web/components/button.tsx';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { Form, TextField } from '#web/components/form.tsx';
import { QrCode } from '#web/components/qr-code.tsx';
import { copyLink, shareLink } from '#web/components/share-link.ts';
import { FailedState, Skeleton } from '#web/components/states.tsx';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { formatAge, formatDay, todayIsoDate } from '#web/lib/formats.ts';
import { paths } from '#web/lib/navigation.tsx';
import { toast } from '#web/lib/toast.ts';
import { fieldProps, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';

type LinksOfEvent = {
  kind: EventLinkKind;
  event: Pick<StaffEvent, 'id' | 'name' | 'producer_name'>;
  /** Names to choose from. */
  suggestions?: readonly string[];
};

/** What staff read about each kind of links, and the calls that manage them. */
const KINDS = {
  producer: {
    calls: {
      list: cockpitEndpoints.listCockpitLinks,
      make: cockpitEndpoints.makeCockpitLink,
      end: cockpitEndpoints.endCockpitLink,
    },
    heading: 'Producer links',
    sentence:
      'Anyone with a link can follow uploads, sales by team and the producer’s share. They don’t need an account and don’t see customer data.',
    form: 'New producer link',
    label: 'Link for',
    hint: undefined,
    usualLabel: ({ producer_name }: LinksOfEvent['event']) => producer_name || 'Producer',
    shared: 'cockpit',
    pathOf: paths.cockpit,
  },
  pass: {
    calls: {
      list: passEndpoints.listPasses,
      make: passEndpoints.makePass,
      end: passEndpoints.endPass,
    },
    heading: 'Photographer passes',
    sentence:
      'Anyone with a pass can upload to this event and see the photos and the statement of its photographer. They don’t need an account.',
    form: 'New photographer pass',
    label: 'Photographer',
    hint: 'Choose from the roster. Their photos are credited to this name.',
    usualLabel: () => '',
    shared: 'photographer pass',
    pathOf: paths.pass,
  },
  wall: {
    calls: {
      list: wallEndpoints.listWallLinks,
      make: wallEndpoints.makeWallLink,
      end: wallEndpoints.endWallLink,
    },
    heading: 'Screens',
    sentence: 'Open a link on a screen at the venue. Anyone with the link sees the wall while it is on.',
    form: 'New screen',
    label: 'Screen',
    hint: 'For example: Lobby',
    usualLabel: () => 'Lobby',
    shared: 'live wall',
    pathOf: paths.wall,
  },
};

export function EventLinksPanel(links: LinksOfEvent) {
  const { calls, heading, sentence } = KINDS[links.kind];
  const { data: shown, error, refetch } = useQuery(eventLinksQuery(links));
  const end = useStaffAction(
    ({ id }: EventLink) => callApi(calls.end, { params: { id } }),
    () => toast('Link ended'),
  );
  const headingId = `${links.kind}-links`;
  const { ask, question } = useConfirmed(end, ({ label }) => ({
    title: `End “${label}”?`,
    sentence: 'This link stops working right away. Other links keep working.',
    confirmLabel: 'End link',
  }));
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
            <LinkLine key={link.id} link={link} onEnd={() => ask(link)} />
          ))}
        </ul>
      )}
      <NewEventLinkForm {...links} />
      {question}
    </section>
  );
}

const STATUSES = { works: 'Active', ended: 'Ended', expired: 'Expired' } as const;

function LinkLine({ link, onEnd }: { link: EventLink; onEnd: () => void }) {
  const isWorking = link.status === 'works';
  const opened = link.last_opened_at ? `last opened ${formatAge(link.last_opened_at)}` : 'never opened';
  return (
    <li className="flex items-center gap-3 rounded-ctl bg-sunk px-4 py-2.5">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 text-15 font-[650] break-words">{link.label}</span>
          <span className={`text-13 font-semibold ${isWorking ? 'text-ok' : 'text-ink-2'}`}>
            {STATUSES[link.status]}
            {isWorking && ` until ${formatDay(link.ends_on)}`}
          </span>
        </p>
        <p className="text-13 text-ink-2">
          Created by {link.made_by} on {formatDay(link.created_at)}, {opened}
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

type LinkValues = { label: string; ends_on: string };

function NewEventLinkForm(links: LinksOfEvent) {
  const { kind, event, suggestions } = links;
  const words = KINDS[kind];
  const queryClient = useQueryClient();
  const suggestionsId = useId();
  const form = useContractForm<LinkValues, typeof newEventLink>({
    schema: newEventLink,
    defaultValues: { label: words.usualLabel(event), ends_on: '' },
    toBody: ({ label, ends_on }) => ({ label, ...(ends_on ? { ends_on } : {}) }),
  });
  const make = useFormMutation(form, {
    send: (body) => callApi(words.calls.make, { params: { id: event.id }, body }),
    onSuccess: () => form.reset(),
    onSettled: () => queryClient.invalidateQueries(eventLinksQuery(links)),
    gcTime: 0,
  });
  return (
    <Form label={words.form} failure={make.failure} onSubmit={make.submit}>
      {make.data && (
        <MadeLink title={`${event.name}, ${words.shared}`} path={words.pathOf(make.data.token)} />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...fieldProps(form, 'label')}
          label={words.label}
          maxLength={80}
          autoComplete="off"
          hint={words.hint}
          list={suggestions && suggestionsId}
        />
        {suggestions && (
          <datalist id={suggestionsId}>
            {suggestions.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        )}
        <TextField
          {...fieldProps(form, 'ends_on')}
          label="Last day"
          optional
          type="date"
          min={todayIsoDate()}
          hint={`If empty: ${EVENT_LINKS[kind].days} days after the event`}
        />
      </div>
      <Button
        icon={Link2}
        type="submit"
        kind="line"
        size="small"
        className="justify-self-start"
        isBusy={make.isPending}
      >
        Create link
      </Button>
    </Form>
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
        <Button icon={Copy} size="small" onClick={() => void copyLink(href)}>
          Copy link
        </Button>
        {'share' in navigator && (
          <Button icon={Share2} kind="line" size="small" onClick={() => void shareLink(title, path)}>
            Share
          </Button>
        )}
        <Button
          icon={QrIcon}
          kind="line"
          size="small"
          aria-expanded={isCodeShown}
          onClick={() => setIsCodeShown(!isCodeShown)}
        >
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

const eventLinksQuery = ({ event: { id }, kind }: LinksOfEvent) =>
  apiQuery(['staff', 'event-links', kind, id], KINDS[kind].calls.list, {
    params: { id },
    staleTime: 0,
  });
