import { Heart } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Image } from '#contract/entities/album.ts';
import { Photo } from '#web/components/photo.tsx';

type LightboxDockProps = {
  albumUuid: string;
  token: string;
  images: readonly Image[];
  index: number;
  isFavorite: boolean;
  caption?: ReactNode;
  isMarked: boolean;
  purchase: ReactNode;
  onToggleFavorite: (imageId: number) => void;
  onTurn: (index: number) => void;
};

const NEIGHBORS = 9;

export function LightboxDock({
  images,
  index,
  isFavorite,
  caption,
  isMarked,
  purchase,
  ...props
}: LightboxDockProps) {
  const start = Math.max(0, index - NEIGHBORS);
  const around = images.slice(start, index + NEIGHBORS + 1);
  const image = images[index];
  return (
    <div className="relative grid gap-3 border-line border-t bg-sunk pt-2.5 pb-[calc(14px+env(safe-area-inset-bottom))] desk:grid-cols-[minmax(0,1fr)_auto] desk:items-center desk:gap-8 desk:px-6 desk:py-3.5">
      {caption && (
        <div className="pointer-events-none absolute inset-x-0 bottom-full grid justify-items-center gap-2 px-4 pb-3 *:pointer-events-auto">
          {caption}
        </div>
      )}
      <div className="relative h-[52px] overflow-hidden [--film-step:43px] desk:h-[60px] desk:[--film-step:52px]">
        <div
          aria-hidden
          className="-translate-x-1/2 absolute left-1/2 flex h-full gap-[3px] px-1 desk:gap-1"
          style={{ marginLeft: offsetOf(start, index, around.length) }}
        >
          {around.map((near, position) => (
            <button
              key={near.id}
              type="button"
              tabIndex={-1}
              onClick={() => props.onTurn(start + position)}
              className={
                start + position === index
                  ? 'w-16 overflow-hidden rounded-[4px] border-2 border-spot desk:w-20'
                  : 'w-10 overflow-hidden rounded-[4px] opacity-50 hover:opacity-80 desk:w-12'
              }
            >
              <Photo albumUuid={props.albumUuid} image={near} token={props.token} className="size-full" />
            </button>
          ))}
        </div>
      </div>
      <div className="flex items-center gap-2 px-4 desk:px-0">
        <button
          type="button"
          aria-label="Favorite"
          aria-pressed={isFavorite}
          onClick={() => image && props.onToggleFavorite(image.id)}
          className={`grid size-[50px] flex-none place-items-center rounded-full shadow-[inset_0_0_0_1px_var(--edge)] ${isFavorite ? 'text-spot' : 'text-ink'}`}
        >
          <Heart aria-hidden size={22} strokeWidth={1.8} fill={isFavorite ? 'currentColor' : 'none'} />
        </button>
        {purchase}
      </div>
      {isMarked && (
        <p className="px-4 text-center text-13 leading-tight text-ink-2 desk:col-span-full desk:px-0">
          This preview is marked for you
        </p>
      )}
    </div>
  );
}

/** Keeps the open photo centered when one side has fewer neighbors. */
function offsetOf(start: number, index: number, count: number): string {
  const before = index - start;
  const after = count - 1 - before;
  return `calc((${after} - ${before}) * var(--film-step) / 2)`;
}
