import { ComingPage } from '#web/components/coming-page.tsx';

export function AdminUserFoundAlbumsPage() {
  return (
    <ComingPage
      title="Found albums"
      sentence="The albums this customer has found, and their views, will be here."
    />
  );
}
