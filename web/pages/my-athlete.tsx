import { ComingPage } from '#web/components/coming-page.tsx';

export function MyAthletePage() {
  return (
    <ComingPage title="Athletes" sentence="Your athletes and the photos that look like them will be here." />
  );
}
