import { ComingPage } from '#web/components/coming-page.tsx';

export function AdminUsersPage() {
  return <ComingPage title="Users" sentence="You will search customers by name or e-mail here." />;
}
