import type { PaymentSource } from '#contract/entities/order.ts';
import { i18n } from './i18n.ts';

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

const brandName = (brand: string) => BRANDS[brand] ?? i18n.t('Card');

/** Link, the provider's wallet, does not tell which card is behind it. */
export const cardName = ({ brand, last4 }: Pick<PaymentSource, 'brand' | 'last4'>) =>
  last4 === '' ? brandName(brand) : i18n.t('{brand} ending in {last4}', { brand: brandName(brand), last4 });
