import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type DragEvent,
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { useElementWidth } from '#web/lib/use-element-width.ts';
import { DRAGGED_IMAGES } from './album-picker.tsx';
import { chooseAll, extend, NOTHING, type Selection, toggle } from './image-selection.ts';

const TILE_PX = 176;
const STEPS: Record<string, (columns: number) => number> = {
  ArrowRight: () => 1,
  ArrowLeft: () => -1,
  ArrowDown: (columns) => columns,
  ArrowUp: (columns) => -columns,
};

export type TileProps = {
  id: string;
  isChosen: boolean;
  isActive: boolean;
  onChoose: (event: MouseEvent) => void;
  onDragStart: (event: DragEvent) => void;
};

type PhotoGridProps<Photo extends { id: number }> = {
  label: string;
  images: readonly Photo[];
  /** What stands below each picture. */
  captionPx: number;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  tile: (image: Photo, props: TileProps) => ReactNode;
};

/** One stop for the keyboard: arrows walk, Space chooses, Shift stretches, Ctrl+A takes all, Escape none. */
export function PhotoGrid<Photo extends { id: number }>({
  label,
  images,
  captionPx,
  selection,
  onSelect,
  tile,
}: PhotoGridProps<Photo>) {
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [width, widthRef] = useElementWidth();
  const [walked, setActive] = useState(0);
  const active = Math.max(0, Math.min(walked, images.length - 1));
  const ids = images.map(({ id }) => id);
  const columns = Math.max(2, Math.floor(width / TILE_PX));
  const rowPx = Math.round(((width / columns - 12) * 2) / 3) + captionPx;
  const virtualizer = useVirtualizer({
    count: Math.ceil(images.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 3,
  });
  // A row's height follows the width: the virtualizer must be told that its sizes are no longer true.
  const measured = useRef(rowPx);
  if (measured.current !== rowPx) {
    measured.current = rowPx;
    virtualizer.measure();
  }
  const walk = (by: number, isStretching: boolean) => {
    const next = Math.min(Math.max(active + by, 0), images.length - 1);
    setActive(next);
    virtualizer.scrollToIndex(Math.floor(next / columns));
    const id = ids[next];
    if (isStretching && id !== undefined) {
      const from = selection.anchor === undefined ? toggle(NOTHING, ids[active] ?? id) : selection;
      onSelect(extend(from, ids, id));
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const id = ids[active];
    if (step) walk(step(columns), event.shiftKey);
    else if (event.key === ' ' && id !== undefined) onSelect(toggle(selection, id));
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onSelect(chooseAll(ids));
    else if (event.key === 'Escape' && selection.chosen.size > 0) onSelect(NOTHING);
    else return;
    event.preventDefault();
    // In a sheet, Escape gives up the choice before it closes anything.
    event.stopPropagation();
  };
  const tileId = (index: number) => `${gridId}-${ids[index]}`;
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
                <Fragment key={image.id}>
                  {tile(image, {
                    id: tileId(index),
                    isChosen: selection.chosen.has(image.id),
                    isActive: index === active,
                    onChoose: (event) => {
                      setActive(index);
                      onSelect(
                        event.shiftKey ? extend(selection, ids, image.id) : toggle(selection, image.id),
                      );
                    },
                    onDragStart: (event) => {
                      const dragged = selection.chosen.has(image.id)
                        ? ids.filter((id) => selection.chosen.has(id))
                        : [image.id];
                      event.dataTransfer.setData(DRAGGED_IMAGES, JSON.stringify(dragged));
                      event.dataTransfer.effectAllowed = 'move';
                    },
                  })}
                </Fragment>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
