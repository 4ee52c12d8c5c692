import { ComingPage } from '#web/components/coming-page.tsx';

export function AdminPhotographerReportPage() {
  return <ComingPage title="Photographers" sentence="What each photographer shot and sold will be here." />;
}
