import { ComingPage } from '#web/components/coming-page.tsx';

export function AdminUserPage() {
  return (
    <ComingPage title="User" sentence="The account, orders and downloads of this customer will be here." />
  );
}
