import { buttonStyle } from '#web/components/button-style.ts';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { closeCart } from './cart-dialog-state.ts';

type ViewAlbumLinkProps = { album: number; event: number | undefined; describedBy?: string };

/** Opens an album that has to be viewed once before it can be bought. */
export function ViewAlbumLink({ album, event, describedBy }: ViewAlbumLinkProps) {
  if (event === undefined) return null;
  return (
    <Link
      to={paths.eventAlbum(event, album)}
      aria-describedby={describedBy}
      onClick={closeCart}
      className={`${buttonStyle('line', 'small')} mt-2 justify-self-start`}
    >
      View album
    </Link>
  );
}
