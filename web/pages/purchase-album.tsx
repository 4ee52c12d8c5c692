import { ComingPage } from '#web/components/coming-page.tsx';

export function PurchaseAlbumPage() {
  return (
    <ComingPage
      title="Purchase album"
      sentence="The album and its price will be here, one step before payment."
    />
  );
}
