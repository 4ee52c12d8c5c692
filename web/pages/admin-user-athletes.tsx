import { ComingPage } from '#web/components/coming-page.tsx';

export function AdminUserAthletesPage() {
  return <ComingPage title="Athletes" sentence="The athletes of this customer will be here." />;
}
