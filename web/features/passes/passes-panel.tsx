import { passEndpoints } from '#contract/endpoints/passes.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { EventLinksPanel } from '#web/components/event-links/event-links-panel.tsx';
import { paths } from '#web/lib/navigation.tsx';

const { listPasses: list, makePass: make, endPass: end } = passEndpoints;

/** Staff create and end the passes of an event here. */
export function PassesPanel({ event }: { event: Pick<StaffEvent, 'id' | 'name'> }) {
  return (
    <EventLinksPanel
      links={{ eventId: event.id, kind: 'pass', calls: { list, make, end } }}
      heading="Photographer passes"
      sentence="Anyone with a pass can upload to this event and see the photos and the statement of its photographer. They need no account."
      form={{
        name: 'New photographer pass',
        labelField: 'Photographer',
        labelHint: 'Their photos are credited to this name',
        usualLabel: '',
        title: `${event.name}, photographer pass`,
        pathOf: paths.pass,
      }}
    />
  );
}
