import { useQuery } from '@tanstack/react-query';
import { Check, ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PriceList } from '#contract/endpoints/price-lists.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { timeZoneName } from '#contract/rules/time-zones.ts';
import { Button } from '#web/components/button.tsx';
import { Form, focusOnMount } from '#web/components/form.tsx';
import { FailedState, Skeleton } from '#web/components/states.tsx';
import { countOf, formatDays, formatMoment } from '#web/lib/formats.ts';
import { Link, paths, useNavigate } from '#web/lib/navigation.tsx';
import { staffEventsQuery } from '#web/lib/staff.query.ts';
import { toast } from '#web/lib/toast.ts';
import {
  AutoPublishField,
  EventPictureSelect,
  EventPlaceFields,
  EventPriceFields,
} from '../event-fields.tsx';
import { priceListsQuery } from '../staff-catalogue.query.ts';
import { Crew } from './crew.tsx';
import { EventPreview } from './event-preview.tsx';
import { StartStep } from './start-step.tsx';
import { bringsPhoto, type NewEventValues } from './start-values.ts';
import { asEventForm, useNewEvent } from './use-new-event.ts';

export function NewEvent() {
  const events = useQuery(staffEventsQuery);
  const lists = useQuery(priceListsQuery);
  const error = events.error ?? lists.error;
  if (events.data && lists.data) return <Steps events={events.data} lists={lists.data} />;
  return (
    <div className="p-4 desk:p-6">
      {error ? (
        <FailedState error={error} onRetry={() => void Promise.all([events.refetch(), lists.refetch()])} />
      ) : (
        <Skeleton label="Loading" className="h-96" />
      )}
    </div>
  );
}

/** The fields that must be right before the next step opens. */
const PLACE_FIELDS = ['name', 'brand_name', 'start_date', 'last_date', 'archive_date', 'time_zone'] as const;

type StepsProps = { events: readonly StaffEvent[]; lists: readonly PriceList[] };

function Steps({ events, lists }: StepsProps) {
  const navigate = useNavigate();
  const newEvent = useNewEvent({ events, lists }, ({ id, name }) => {
    toast(`${name} is ready. Next: the running order.`);
    void navigate({ to: paths.adminEvent(id, 'running-order') });
  });
  const { form, values, save, start, step: moved, setStep, draft } = newEvent;
  const step = moved ?? 1;
  const cardOf = (number: 1 | 2 | 3) => ({
    number,
    state: number === step ? ('open' as const) : number < step ? ('done' as const) : ('later' as const),
    hasFocus: moved === number,
    onOpen: () => setStep(number),
  });
  const finishPlace = async () => {
    if (await form.trigger([...PLACE_FIELDS], { shouldFocus: true })) setStep(3);
  };
  const submit = form.handleSubmit(
    (body) => save.mutate(body),
    (errors) => PLACE_FIELDS.some((name) => errors[name]) && setStep(2),
  );
  const saveAndClose = () => {
    draft.keep();
    toast('Draft saved in this browser. Continue it from the events list.');
    void navigate({ to: paths.adminEvents });
  };
  return (
    <div className="mx-auto grid w-full max-w-[1180px] content-start gap-4 px-4 pt-2 pb-10 desk:px-6">
      <header className="flex min-h-14 items-center gap-2">
        <Link
          to={paths.adminEvents}
          className="-ml-2 inline-flex min-h-11 items-center gap-1 rounded-full px-2 text-14 font-semibold text-ink-2 hover:text-ink"
        >
          <ChevronLeft size={18} />
          Events
        </Link>
        <h1 tabIndex={-1} className="mr-auto text-18 font-[750] tracking-[-0.02em]">
          New event
        </h1>
        {draft.isKept && (
          <p role="status" className="mr-1 text-14 text-ink-2 not-desk:sr-only">
            Draft saved
          </p>
        )}
        <Button kind="line" size="small" onClick={saveAndClose}>
          Save and close
        </Button>
        <Button
          size="small"
          className="not-desk:hidden"
          disabled={step !== 3}
          isBusy={save.isPending}
          onClick={() => void submit()}
        >
          Create event
        </Button>
      </header>
      {draft.openedAt && (
        <p className="flex flex-wrap items-center gap-x-2 text-14 text-ink-2">
          Your draft from {formatMoment(draft.openedAt)}.
          <Button kind="ghost" size="small" onClick={draft.startOver}>
            Start over
          </Button>
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 wide:grid-cols-[minmax(0,1fr)_320px]">
        <Form className="grid gap-3" failure={save.failure} onSubmit={submit}>
          <StepCard
            {...cardOf(1)}
            title="Start from"
            summary={start.kind === 'blank' ? 'Blank' : start.event.name}
          >
            <StartStep events={events} newEvent={newEvent} />
            <Buttons>
              <Button onClick={() => void newEvent.bringCrew().then(() => setStep(2))}>
                Next: when and where
              </Button>
            </Buttons>
          </StepCard>
          <StepCard {...cardOf(2)} title="When and where" summary={describePlace(values)}>
            <EventPlaceFields
              form={asEventForm(form)}
              events={events}
              picture={!bringsPhoto(start) && <EventPictureSelect form={asEventForm(form)} />}
            />
            <Buttons onBack={() => setStep(1)}>
              <Button onClick={() => void finishPlace()}>Next: prices and people</Button>
            </Buttons>
          </StepCard>
          <StepCard {...cardOf(3)} title="Prices and people" summary={describePrices(values, lists)}>
            <EventPriceFields form={asEventForm(form)} lists={lists} />
            <AutoPublishField form={asEventForm(form)} />
            <Crew form={form} />
            <Buttons onBack={() => setStep(2)}>
              <Button type="submit" isBusy={save.isPending}>
                Create event
              </Button>
            </Buttons>
          </StepCard>
        </Form>
        <EventPreview values={values} start={start} />
      </div>
    </div>
  );
}

function describePlace(values: NewEventValues): string {
  const place = [values.venue_name, values.city, values.state].filter(Boolean).join(', ');
  const days = formatDays(values.start_date, values.last_date || values.start_date);
  return [days, place, timeZoneName(values.time_zone)].filter(Boolean).join('. ');
}

function describePrices({ price_list_version, crew }: NewEventValues, lists: readonly PriceList[]): string {
  const list = lists.find((one) => one.price_list_version === price_list_version);
  const people = crew.length > 0 ? countOf(crew.length, 'photographer') : undefined;
  return [list?.name, people].filter(Boolean).join(', ');
}

type StepCardProps = {
  number: number;
  title: string;
  state: 'open' | 'done' | 'later';
  summary: string;
  /** Keeps keyboard users in place when the step opens. */
  hasFocus: boolean;
  onOpen: () => void;
  children: ReactNode;
};

const DOTS = { open: 'bg-ink text-bg', done: 'bg-ok-bg text-ok', later: 'bg-sunk text-ink-2' };

function StepCard({ number, title, state, summary, hasFocus, onOpen, children }: StepCardProps) {
  const titleId = `step-${number}`;
  return (
    <section
      aria-labelledby={titleId}
      aria-current={state === 'open' ? 'step' : undefined}
      className={`grid grid-cols-[minmax(0,1fr)] gap-4 rounded-sheet border border-line bg-surface p-4 desk:px-5 ${state === 'open' ? 'shadow-2' : ''}`}
    >
      <header className="flex min-h-9 items-center gap-3">
        <span
          className={`grid size-7 flex-none place-items-center rounded-full text-14 font-bold ${DOTS[state]}`}
        >
          {state === 'done' ? <Check size={17} aria-label="Done" /> : number}
        </span>
        <h2
          id={titleId}
          tabIndex={-1}
          ref={hasFocus ? focusOnMount : undefined}
          className={`flex-none font-bold ${state === 'later' ? 'text-ink-2' : ''}`}
        >
          {title}
        </h2>
        {state !== 'open' && <p className="min-w-0 truncate text-14 text-ink-2">{summary}</p>}
        {state === 'done' && (
          <Button
            kind="ghost"
            size="small"
            className="ml-auto"
            aria-label={`Change: ${title}`}
            onClick={onOpen}
          >
            Change
          </Button>
        )}
      </header>
      {state === 'open' && children}
    </section>
  );
}

function Buttons({ onBack, children }: { onBack?: () => void; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {onBack && (
        <Button kind="ghost" onClick={onBack}>
          Back
        </Button>
      )}
      {children}
    </div>
  );
}
