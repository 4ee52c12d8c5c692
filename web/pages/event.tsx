import { ComingPage } from '#web/components/coming-page.tsx';

export function EventPage() {
  return <ComingPage title="Event" sentence="The running order of this event and its albums will be here." />;
}
