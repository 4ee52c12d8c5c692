import { Check } from 'lucide-react';
import type { DragEvent, MouseEvent, ReactNode } from 'react';
import { retryPicture } from './retry-picture.ts';

type PhotoTileProps = {
  id: string;
  address: string;
  alt: string;
  isSelected: boolean;
  isActive: boolean;
  onSelect: (event: MouseEvent) => void;
  onOpen?: (() => void) | undefined;
  onDragStart: (event: DragEvent) => void;
  /** Shown over the picture. */
  mark?: ReactNode;
  isDimmed?: boolean;
  children: ReactNode;
};

export function PhotoTile(props: PhotoTileProps) {
  const { id, address, alt, isSelected, isActive, onSelect, onOpen, onDragStart, mark, isDimmed, children } =
    props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it handles the keyboard
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      draggable
      onClick={onSelect}
      onDoubleClick={onOpen}
      onDragStart={onDragStart}
      className={`grid cursor-pointer gap-1.5 rounded-ctl p-1.5 select-none ${isSelected ? 'bg-spot-wash shadow-[inset_0_0_0_2px_var(--spot)]' : 'hover:bg-sunk'} ${isActive ? 'group-focus-visible/tray:outline-2 group-focus-visible/tray:outline-focus' : ''}`}
    >
      <span className="relative block aspect-[3/2] overflow-hidden rounded-[8px] bg-sunk">
        {/* Staff must see the whole photo to file it, so it is never cropped. */}
        <img
          src={address}
          alt={alt}
          loading="lazy"
          draggable={false}
          // A photo that was just rejected or restored has its files in the new place a moment later.
          onError={retryPicture}
          className={`size-full object-contain ${isDimmed ? 'opacity-35' : ''}`}
        />
        {mark && <span className="absolute bottom-1.5 left-1.5 flex flex-wrap gap-1">{mark}</span>}
        {isSelected && (
          <span className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-full bg-spot text-spot-ink">
            <Check aria-hidden size={16} strokeWidth={3} />
          </span>
        )}
      </span>
      {children}
    </div>
  );
}
