import { useId } from 'react';
import type { CartItem } from '#contract/entities/order.ts';
import type { LeftOutReason } from '#contract/rules/left-out.ts';
import { ViewAlbumLink } from './view-album-link.tsx';

const WORDS: Record<LeftOutReason, string> = {
  not_viewed: 'View this album once before you buy it. It stays in your cart.',
  not_for_sale: 'No longer for sale. It is not part of the total.',
  owned: 'You already own this. It is not part of the total.',
  in_pool: 'You already have a share of this in another order. It is not part of the total.',
};

/** Says why an album, or some photos of one, cannot be bought now. */
export function CartItemProblem({ items }: { items: readonly CartItem[] }) {
  const id = useId();
  const [first] = items.filter((item) => item.problem);
  if (!first?.problem) return null;
  const { album, problem } = first;
  const isPart = items.some((item) => item.problem !== problem);
  return (
    <div className="grid pt-1.5">
      <p id={id} className="text-14 font-medium text-warn">
        {isPart
          ? 'Some of these photos cannot be bought now. They are not part of the total.'
          : WORDS[problem]}
      </p>
      {problem === 'not_viewed' && (
        <ViewAlbumLink album={album.id} event={album.events[0]?.id} describedBy={id} />
      )}
    </div>
  );
}
