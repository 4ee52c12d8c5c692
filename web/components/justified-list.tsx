import type { ReactNode } from 'react';
import { justifyRows, ratioOf } from '#web/lib/justify-rows.ts';
import { useElementWidth } from '#web/lib/use-element-box.ts';

type Shape = { id: number; width: number; height: number };

type JustifiedListProps<Item> = {
  items: readonly Item[];
  shapeOf: (item: Item) => Shape;
  /** From this width on, gaps are wider. */
  deskWidth: number;
  heightAt: (width: number) => number;
  className: string;
  children: (item: Item, index: number) => ReactNode;
};

/** Photos in rows that fill the width, each in its own shape. */
export function JustifiedList<Item>(props: JustifiedListProps<Item>) {
  const { items, shapeOf, deskWidth, heightAt, className, children } = props;
  const [width, measure] = useElementWidth();
  const gap = width >= deskWidth ? 6 : 3;
  const ratios = items.map((item) => ratioOf(shapeOf(item)));
  const rows = width > 0 ? justifyRows(ratios, { width, gap, targetHeight: heightAt(width) }) : [];
  return (
    <ul ref={measure} className={`flex flex-wrap ${className}`} style={{ gap }}>
      {rows.flatMap(({ start, end, height }) =>
        items.slice(start, end).map((item, position) => (
          <li
            key={shapeOf(item).id}
            className="relative flex-none overflow-hidden bg-sunk desk:rounded-tile"
            // Slightly less than the exact width, because browsers wrap rows that are too wide by a rounding error.
            style={{ width: (ratios[start + position] ?? 1) * height - 0.02, height }}
          >
            {children(item, start + position)}
          </li>
        )),
      )}
    </ul>
  );
}
