import { EmptyState } from '#web/components/empty-state.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { formatBytes } from '#web/lib/files.ts';
import { teamName } from '#web/lib/formats.ts';
import { useKeptAlbums } from '#web/lib/kept-albums.ts';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';

/** Without a network, the purchases page shows this list, because only these albums can be opened. */
export function KeptAlbumList() {
  const kept = useKeptAlbums();
  if (kept.length === 0) {
    return (
      <EmptyState
        title="You are offline"
        sentence="Albums that you keep on this device open here without a connection."
        link={{ to: paths.home, label: 'Albums' }}
      />
    );
  }
  return (
    <section className="grid gap-3">
      <h2 className="text-18 font-[750] tracking-[-0.02em]">On this device</h2>
      <ul className="grid divide-y divide-line">
        {kept.map(({ found: { album }, images, sizeBytes }) => (
          <li key={album.id}>
            <Link to={paths.userAlbum(album.id)} className="grid min-h-14 content-center rounded-tile py-2">
              <b className="text-16 font-[650]">{teamName(album)}</b>
              <span className="text-14 text-ink-2 tabular-nums">
                {countOf(images.length, 'photo')}, {formatBytes(sizeBytes)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
