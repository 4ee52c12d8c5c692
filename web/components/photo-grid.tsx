import { useVirtualizer } from '@tanstack/react-virtual';
import { Check } from 'lucide-react';
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import type { Selection } from '#web/lib/lists/use-selection.ts';
import { useElementWidth } from '#web/lib/use-element-box.ts';
import { retryImage } from './retry-image.ts';

/** The kind of data that a dragged photo carries: a JSON list of ids. */
export const DRAGGED_IMAGES = 'application/x-encore-images';

const TILE_PX = 176;
const STEPS: Record<string, (columns: number) => number> = {
  ArrowRight: () => 1,
  ArrowLeft: () => -1,
  ArrowDown: (columns) => columns,
  ArrowUp: (columns) => -columns,
};

type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault' | 'stopPropagation'
>;

type PhotoGridProps<Photo extends { id: number }> = {
  label: string;
  images: readonly Photo[];
  addressOf: (image: Photo) => string;
  nameOf: (image: Photo) => string;
  caption: (image: Photo) => ReactNode;
  captionPx: number;
  selection: Selection<Photo>;
  /** Takes keys before the grid does. Returns true if it used the key. */
  onKey?: (event: PressedKey, index: number) => boolean;
};

/** A single tab stop: arrows move, Space selects, Shift extends, Ctrl+A selects all, Escape clears. */
export function PhotoGrid<Photo extends { id: number }>({
  label,
  images,
  addressOf,
  nameOf,
  caption,
  captionPx,
  selection,
  onKey,
}: PhotoGridProps<Photo>) {
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [width, widthRef] = useElementWidth();
  const [cursor, setCursor] = useState<{ index: number; rangeStart?: number }>({ index: 0 });
  const active = Math.max(0, Math.min(cursor.index, images.length - 1));
  const columns = Math.max(2, Math.floor(width / TILE_PX));
  const rowPx = Math.round(((width / columns - 12) * 2) / 3) + captionPx;
  const virtualizer = useVirtualizer({
    count: Math.ceil(images.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 3,
  });
  // The height of a row follows the width, so the virtualizer has to drop the sizes it knows.
  const measured = useRef(rowPx);
  if (measured.current !== rowPx) {
    measured.current = rowPx;
    virtualizer.measure();
  }
  const move = (by: number, isExtending: boolean) => {
    const next = Math.min(Math.max(active + by, 0), images.length - 1);
    virtualizer.scrollToIndex(Math.floor(next / columns));
    if (!isExtending) return setCursor({ index: next });
    const rangeStart = cursor.rangeStart ?? active;
    setCursor({ index: next, rangeStart });
    void selection.stretchTo(next, rangeStart);
  };
  const onKeyDown = (event: PressedKey) => {
    const step = STEPS[event.key];
    const image = images[active];
    if (image && onKey?.(event, active)) {
      event.preventDefault();
      return event.stopPropagation();
    }
    if (step) move(step(columns), event.shiftKey);
    else if (event.key === ' ' && image) select(image, active, false);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) void selection.selectAll();
    else if (event.key === 'Escape' && selection.count > 0) selection.clear();
    else return;
    event.preventDefault();
    // Escape clears the selection before it closes a sheet around the grid.
    event.stopPropagation();
  };
  const select = (image: Photo, index: number, isExtending: boolean) => {
    setCursor({ index });
    if (isExtending) void selection.stretchTo(index);
    else selection.toggle(image, index);
  };
  // On arrival the focus is on the heading or nowhere, and the keys of the grid work from there too.
  const onPageKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { target } = event;
    const isNowhere = target instanceof HTMLElement && target.matches('body, main, h1');
    if (!isNowhere || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
    onKeyDown(event);
    if (event.defaultPrevented) scroller.current?.focus();
  });
  useEffect(() => {
    window.addEventListener('keydown', onPageKey);
    return () => window.removeEventListener('keydown', onPageKey);
  }, []);
  const tileId = (index: number) => `${gridId}-${images[index]?.id}`;
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label={label}
      aria-multiselectable
      aria-activedescendant={tileId(active)}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="group/tray min-h-0 overflow-y-auto p-3 outline-offset-[-2px] desk:p-4"
    >
      <div
        ref={widthRef}
        role="presentation"
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map((row) => (
          <div
            key={row.index}
            role="presentation"
            className="absolute inset-x-0 top-0 grid"
            style={{
              transform: `translateY(${row.start}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {images.slice(row.index * columns, (row.index + 1) * columns).map((image, place) => {
              const index = row.index * columns + place;
              return (
                <PhotoTile
                  key={image.id}
                  id={tileId(index)}
                  address={addressOf(image)}
                  alt={nameOf(image)}
                  isSelected={selection.has(image.id)}
                  isActive={index === active}
                  onSelect={({ shiftKey }) => select(image, index, shiftKey)}
                  onDragStart={({ dataTransfer }) => {
                    const dragged = selection.has(image.id) ? selection.ids : [image.id];
                    dataTransfer.setData(DRAGGED_IMAGES, JSON.stringify(dragged));
                    dataTransfer.effectAllowed = 'move';
                  }}
                >
                  {caption(image)}
                </PhotoTile>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

type PhotoTileProps = {
  id: string;
  address: string;
  alt: string;
  isSelected: boolean;
  isActive: boolean;
  onSelect: (event: MouseEvent) => void;
  onDragStart: (event: DragEvent) => void;
  children: ReactNode;
};

function PhotoTile(props: PhotoTileProps) {
  const { id, address, alt, isSelected, isActive, onSelect, onDragStart, children } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it handles the keyboard
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      draggable
      onClick={onSelect}
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
          onError={retryImage}
          className="size-full object-contain"
        />
        {isSelected && (
          <span className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-full bg-spot text-spot-ink">
            <Check size={16} strokeWidth={3} />
          </span>
        )}
      </span>
      {children}
    </div>
  );
}
