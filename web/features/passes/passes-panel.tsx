import { passEndpoints } from '#contract/endpoints/passes.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { EventLinksPanel } from '#web/components/event-links/event-links-panel.tsx';
import { paths } from '#web/lib/navigation.tsx';

const { listPasses: list, makePass: make, endPass: end } = passEndpoints;

type PassesPanelProps = {
  event: Pick<StaffEvent, 'id' | 'name'>;
  /** The names on the roster, to choose from. */
  roster: readonly string[];
};

/** Staff create and end the passes of an event here. */
export function PassesPanel({ event, roster }: PassesPanelProps) {
  return (
    <EventLinksPanel
      links={{ eventId: event.id, kind: 'pass', calls: { list, make, end } }}
      heading="Photographer passes"
      sentence="Anyone with a pass can upload to this event and see the photos and the statement of its photographer. They don’t need an account."
      form={{
        name: 'New photographer pass',
        labelField: 'Photographer',
        labelHint: 'Choose from the roster. Their photos are credited to this name.',
        suggestions: roster,
        usualLabel: '',
        title: `${event.name}, photographer pass`,
        pathOf: paths.pass,
      }}
    />
  );
}
