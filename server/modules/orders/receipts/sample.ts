import type { MailWords } from '#server/modules/settings/mail-words.ts';
import type { MailContent } from '#server/platform/mail/template.ts';
import { receiptContent } from './content.ts';

/** The receipt e-mail that staff preview while they edit its texts. */
export function sampleReceipt(firstName: string, words: MailWords): MailContent {
  return receiptContent(SAMPLE, firstName, words);
}

const SAMPLE: Parameters<typeof receiptContent>[0] = {
  number: 1001,
  order_key: 'sample',
  lines: [
    {
      id: 1,
      description: 'Digital Performance Album',
      team: 'Sample Gym Comets',
      event: 'Sample Classic',
      price: 13_965,
      price_name: null,
      refunded: 0,
    },
  ],
  credit: 0,
  discount: 0,
  coupon_code: null,
  tax: 0,
  tax_name: '',
  total: 13_965,
  payments: [],
  is_pool: false,
  gift: null,
};
