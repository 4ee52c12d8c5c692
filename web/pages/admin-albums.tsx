import { ComingPage } from '#web/components/coming-page.tsx';

export function AdminAlbumsPage() {
  return (
    <ComingPage title="Albums" sentence="All albums, with their photos, sales and downloads, will be here." />
  );
}
