import { Check, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { Button } from '#web/components/button.tsx';
import { EventPicture } from '#web/components/event-picture.tsx';
import { SelectField } from '#web/components/form.tsx';
import { countOf, formatDays, todayIsoDate } from '#web/lib/formats.ts';
import { BRING_ALONG, brings, findNextToRepeat, newestOfBrands, type Part } from './start-values.ts';
import type { useNewEvent } from './use-new-event.ts';

type StartStepProps = { events: readonly StaffEvent[]; newEvent: ReturnType<typeof useNewEvent> };

export function StartStep({ events, newEvent }: StartStepProps) {
  const { start, startFrom, bring } = newEvent;
  const brands = newestOfBrands(events);
  const chosen = start.kind === 'blank' ? undefined : start.event;
  const suggested = (start.kind === 'event' && start.event) || findNextToRepeat(events, todayIsoDate());
  const brand = (start.kind === 'brand' && start.event) || brands[0];
  const choose = (kind: 'event' | 'brand', event: StaffEvent | undefined) =>
    event && startFrom({ kind, event });
  const choices = start.kind === 'brand' ? brands : events;
  return (
    <>
      <fieldset className="grid gap-3 sm:grid-cols-3">
        <legend className="sr-only">Start from</legend>
        <StartCard
          title="Last year’s event"
          picture={suggested?.picture}
          isChosen={start.kind === 'event'}
          disabled={!suggested}
          onChoose={() => choose('event', suggested)}
        >
          The same weekend and place, a year later.
        </StartCard>
        <StartCard
          title="A brand template"
          picture={brand?.picture}
          isChosen={start.kind === 'brand'}
          disabled={!brand}
          onChoose={() => choose('brand', brand)}
        >
          {brand ? `${brand.brand_name}: producer, picture and prices.` : 'Producer, picture and prices.'}
        </StartCard>
        <StartCard
          title="Blank"
          isChosen={start.kind === 'blank'}
          onChoose={() => startFrom({ kind: 'blank' })}
        >
          Set up everything yourself.
        </StartCard>
      </fieldset>
      {chosen && start.kind !== 'blank' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={start.kind === 'brand' ? 'Brand' : 'Copy this event'}
            hint={start.kind === 'brand' ? `Settings from ${chosen.name}` : sizeOf(chosen)}
            value={chosen.id}
            onChange={({ target }) =>
              choose(
                start.kind,
                events.find(({ id }) => id === Number(target.value)),
              )
            }
          >
            {choices.map((event) => (
              <option key={event.id} value={event.id}>
                {start.kind === 'brand'
                  ? event.brand_name
                  : `${event.name}, ${formatDays(event.start_date, event.last_date)}`}
              </option>
            ))}
          </SelectField>
          {start.kind === 'event' && (
            <fieldset>
              <legend className="pb-1.5 text-14 font-[650]">Bring along</legend>
              <div className="flex min-h-[52px] flex-wrap items-center gap-2">
                {(Object.keys(BRING_ALONG) as Part[]).map((part) => (
                  <Button
                    key={part}
                    kind={brings(start, part) ? 'ink' : 'line'}
                    size="small"
                    {...(brings(start, part) && { icon: Check })}
                    aria-pressed={brings(start, part)}
                    onClick={() => bring(part)}
                  >
                    {BRING_ALONG[part]}
                  </Button>
                ))}
              </div>
            </fieldset>
          )}
        </div>
      )}
    </>
  );
}

function sizeOf({ city, state, albums_count }: StaffEvent): string {
  return [[city, state].filter(Boolean).join(', '), countOf(albums_count, 'album')]
    .filter(Boolean)
    .join('. ');
}

type StartCardProps = {
  title: string;
  picture?: string | undefined;
  isChosen: boolean;
  disabled?: boolean;
  onChoose: () => void;
  children: ReactNode;
};

function StartCard({ title, picture, isChosen, disabled, onChoose, children }: StartCardProps) {
  return (
    <label className="grid cursor-pointer content-start gap-2 rounded-card border-2 border-line p-2.5 has-checked:border-ink has-disabled:cursor-not-allowed has-disabled:opacity-50 has-focus-visible:outline-2 has-focus-visible:outline-focus not-sm:grid-cols-[88px_minmax(0,1fr)]">
      <input
        type="radio"
        name="start"
        checked={isChosen}
        disabled={disabled}
        onChange={onChoose}
        className="sr-only"
      />
      {picture ? (
        <EventPicture picture={picture} sizes="240px" className="h-16 w-full rounded-ctl sm:h-24" />
      ) : (
        <span className="grid h-16 place-items-center rounded-ctl bg-sunk text-ink-2 sm:h-24">
          <Plus aria-hidden />
        </span>
      )}
      <span className="grid content-start gap-0.5">
        <b className="font-bold">{title}</b>
        <span className="text-14 text-ink-2">{children}</span>
      </span>
    </label>
  );
}
