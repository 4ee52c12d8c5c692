import type { LeftOut } from '#contract/entities/order.ts';
import { leftOutSentence } from '#contract/rules/left-out.ts';
import { Notice } from '#web/components/notice.tsx';
import { ViewAlbumLink } from './view-album-link.tsx';

/** Says what is no longer part of an order, and why. */
export function LeftOutNotice({ leftOut }: { leftOut: readonly LeftOut[] }) {
  if (leftOut.length === 0) return null;
  return (
    <Notice tone="info">
      <ul className="grid gap-2">
        {leftOut.map((line) => (
          <li key={`${line.album}-${line.image}`} className="grid">
            {leftOutSentence(line)}
            {line.reason === 'not_viewed' && <ViewAlbumLink album={line.album} event={line.event} />}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
