import { ComingPage } from '#web/components/coming-page.tsx';

export function MyAlbumsPage() {
  return (
    <ComingPage title="Purchases" sentence="The albums and photos you own will be here, ready to download." />
  );
}
