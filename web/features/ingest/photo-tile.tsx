import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { timeAtEvent } from './event-time.ts';
import type { TileProps } from './photo-grid.tsx';

type PhotoTileProps = TileProps & { address: string; alt: string; children: ReactNode };

/** A photo to choose or to drag, with words below it. */
export function PhotoTile(props: PhotoTileProps) {
  const { id, address, alt, isChosen, isActive, onChoose, onDragStart, children } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it has the keyboard
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      draggable
      onClick={onChoose}
      onDragStart={onDragStart}
      className={`grid cursor-pointer gap-1.5 rounded-ctl p-1.5 select-none ${isChosen ? 'bg-spot-wash shadow-[inset_0_0_0_2px_var(--spot)]' : 'hover:bg-sunk'} ${isActive ? 'group-focus-visible/tray:outline-2 group-focus-visible/tray:outline-focus' : ''}`}
    >
      <span className="relative block aspect-[3/2] overflow-hidden rounded-[8px] bg-sunk">
        <img src={address} alt={alt} loading="lazy" draggable={false} className="size-full object-cover" />
        {isChosen && (
          <span className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-full bg-spot text-spot-ink">
            <Check aria-hidden size={16} strokeWidth={3} />
          </span>
        )}
      </span>
      {children}
    </div>
  );
}

export function shotAt(capturedAt: string | null, timeZone: string): string {
  return capturedAt ? timeAtEvent(capturedAt, timeZone, true) : 'no time';
}
