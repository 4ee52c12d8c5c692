import { useId } from 'react';
import type { Cart } from '#contract/entities/order.ts';
import type { LeftOutReason } from '#contract/rules/left-out.ts';
import { ViewAlbumLink } from './view-album-link.tsx';

const WORDS: Record<LeftOutReason, string> = {
  not_viewed: 'View this album once before you buy it. It stays in your cart.',
  not_for_sale: 'No longer for sale. It is not part of the total.',
  owned: 'You already own this. It is not part of the total.',
  in_pool: 'You already have a share of this in another order. It is not part of the total.',
};

/** Says why an item of the cart cannot be bought now. */
export function CartItemProblem({ item: { album, problem } }: { item: Cart['items'][number] }) {
  const id = useId();
  if (!problem) return null;
  return (
    <div className="grid pt-1.5">
      <p id={id} className="text-14 font-medium text-warn">
        {WORDS[problem]}
      </p>
      {problem === 'not_viewed' && (
        <ViewAlbumLink album={album.id} event={album.events[0]?.id} describedBy={id} />
      )}
    </div>
  );
}
