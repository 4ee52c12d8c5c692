import type { PaymentSource } from '#contract/entities/order.ts';

const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  link: 'Link',
};

export const brandName = (brand: string) => BRANDS[brand] ?? 'Card';

/** Link, the provider's wallet, does not tell which card is behind it. */
export const cardName = ({ brand, last4 }: Pick<PaymentSource, 'brand' | 'last4'>) =>
  last4 === '' ? brandName(brand) : `${brandName(brand)} ending in ${last4}`;

export const expiryText = ({ exp_month, exp_year }: PaymentSource) =>
  `${String(exp_month).padStart(2, '0')}/${String(exp_year % 100).padStart(2, '0')}`;

/** A card is valid through the last day of its month. */
export function isCardExpired({ exp_month, exp_year }: PaymentSource, now = new Date()): boolean {
  return now >= new Date(exp_year, exp_month, 1);
}

export function firstUsableCard(cards: readonly PaymentSource[]): PaymentSource | undefined {
  return cards.find((card) => !isCardExpired(card));
}
