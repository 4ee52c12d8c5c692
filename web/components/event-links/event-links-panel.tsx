import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EventLink } from '#contract/entities/links.ts';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { formatAge, formatDate } from '#web/lib/formats.ts';
import { toast } from '#web/lib/toast.ts';
import { eventLinksQuery, type LinksOfEvent, useEndEventLink } from './event-links.query.ts';
import { type LinkForm, NewEventLinkForm } from './new-event-link.tsx';

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
