import { X } from 'lucide-react';
import { buttonStyle } from '#web/components/button-style.ts';
import { Sheet } from '#web/components/sheet.tsx';
import { useIsDesk } from '#web/lib/use-is-desk.ts';
import { AlbumPanel } from './album-panel.tsx';

type OpenAlbumProps = { albumId: number; onClose: () => void };

/** Shows the open album beside the list on a desk, and above it on a phone. */
export function OpenAlbum({ albumId, onClose }: OpenAlbumProps) {
  const panel = <AlbumPanel key={albumId} albumId={albumId} />;
  if (!useIsDesk()) {
    return (
      <Sheet title="Album" onClose={onClose}>
        {panel}
      </Sheet>
    );
  }
  return (
    <aside
      aria-label="Album"
      className="relative min-h-0 overflow-y-auto border-line border-l p-3 pb-6 *:last:px-2"
    >
      <button
        type="button"
        aria-label="Close album"
        onClick={onClose}
        className={`${buttonStyle('ghost', 'icon')} absolute top-5 right-6 z-1 size-9! bg-bg/85`}
      >
        <X aria-hidden size={18} />
      </button>
      {panel}
    </aside>
  );
}
