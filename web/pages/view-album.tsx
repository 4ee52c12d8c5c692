import { ComingPage } from '#web/components/coming-page.tsx';

export function ViewAlbumPage() {
  return <ComingPage title="Album" sentence="A preview of this shared album will be here." />;
}
