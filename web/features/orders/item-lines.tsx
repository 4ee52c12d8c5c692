import type { ReactNode } from 'react';
import type { Album } from '#contract/entities/album.ts';
import { eventLine, teamLine } from '#contract/rules/title-lines.ts';

type ItemLinesProps = {
  title: string;
  price: string;
  /** Explain a price that is not the regular one. */
  priceNames?: readonly string[];
  album: Album;
  action?: ReactNode;
  note?: ReactNode;
};

/** Shows what an item is, its price, and its team and event. */
export function ItemLines({ title, price, priceNames = [], album, action, note }: ItemLinesProps) {
  const [event] = album.events;
  return (
    <div className="grid min-w-0 flex-1 content-start gap-0.5">
      <div className="flex items-baseline justify-between gap-3 font-bold">
        <p className="text-15 leading-snug">{title}</p>
        <p className="tabular-nums">{price}</p>
      </div>
      {priceNames.map((name) => (
        <p key={name} className="text-14 font-medium text-ok">
          {name}
        </p>
      ))}
      <div className="flex items-end justify-between gap-2">
        <div className="min-w-0 text-14 leading-[1.4] text-ink-2">
          <p>{teamLine(album)}</p>
          {event && <p>{eventLine(event)}</p>}
        </div>
        {action}
      </div>
      {note}
    </div>
  );
}
