// Why a line cannot be sold, and the words for it. Such a line never keeps the rest of an order from being paid.

export const LEFT_OUT_REASONS = ['not_for_sale', 'owned', 'in_pool', 'not_viewed'] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

const SENTENCES: Record<LeftOutReason, (title: string) => string> = {
  not_for_sale: (title) => `${title} is no longer for sale.`,
  owned: (title) => `You already own ${title}.`,
  in_pool: (title) => `You already have a share of ${title} in another order.`,
  not_viewed: (title) => `View ${title} once before you buy it.`,
};

export function leftOutSentence({ reason, title }: { reason: LeftOutReason; title: string }): string {
  return `${SENTENCES[reason](title)} It was left out and not charged.`;
}
