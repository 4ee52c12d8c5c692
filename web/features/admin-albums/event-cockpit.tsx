import { cockpitEndpoints } from '#contract/endpoints/cockpit.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { EventLinksPanel } from '#web/components/event-links/event-links-panel.tsx';
import { paths } from '#web/lib/paths.ts';

const { listCockpitLinks: list, makeCockpitLink: make, endCockpitLink: end } = cockpitEndpoints;

export function EventCockpit({ event }: { event: StaffEvent }) {
  return (
    <EventLinksPanel
      links={{ eventId: event.id, kind: 'producer', calls: { list, make, end } }}
      heading="Producer links"
      sentence="Anyone with a link can follow uploads, sales by team and the producer’s share. They need no account and see no customer data."
      form={{
        name: 'New producer link',
        labelField: 'Link for',
        usualLabel: event.producer_name || 'Producer',
        title: `${event.name}, cockpit`,
        pathOf: paths.cockpit,
      }}
    />
  );
}
