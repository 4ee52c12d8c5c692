import type { Receipt } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import type { MailMessages } from '#server/modules/settings/mail-messages.ts';
import type { MailContent } from '#server/platform/mail/template.ts';

type ReceiptFacts = Pick<
  Receipt,
  | 'number'
  | 'order_key'
  | 'lines'
  | 'credit'
  | 'discount'
  | 'coupon_code'
  | 'tax'
  | 'tax_name'
  | 'total'
  | 'payments'
  | 'is_pool'
  | 'gift'
>;

/** Where the bought things are downloaded; `sign` makes an address of a path on the site. */
type Ways = { sign?: (path: string) => string; downloadPath?: string };

export function receiptContent(
  receipt: ReceiptFacts,
  firstName: string,
  words: MailMessages,
  { sign = (path) => `${words.frame.siteUrl}${path}`, downloadPath = '/MyAlbums' }: Ways = {},
): MailContent {
  const view = { label: 'View and print the receipt', url: sign(`/receipt/${receipt.order_key}`) };
  return {
    title: `Your ${words.siteName} receipt`,
    greeting: words.greet(firstName),
    opening: words.introOf('receipt'),
    paragraphs: [
      `Thank you for your order no. ${receipt.number}.`,
      ...receipt.lines.map(
        (line) =>
          `${line.description}: ${line.team}, ${line.event} – ${formatCents(line.price)}${line.price_name ? ` (${line.price_name})` : ''}`,
      ),
      ...sumsOf(receipt),
      ...(receipt.gift === null ? [] : [`${receipt.gift}. The recipient gets an email from us.`]),
    ],
    ...(receipt.gift === null
      ? { button: { label: 'Download', url: sign(downloadPath) }, link: view }
      : { button: view }),
  };
}

function sumsOf(receipt: ReceiptFacts): string[] {
  const { credit, discount, coupon_code: code, tax, tax_name: taxName, total, payments } = receipt;
  const paid = payments.reduce((sum, payment) => sum + payment.amount, 0);
  return [
    ...(credit > 0 ? [`Photos bought before: -${formatCents(credit)}`] : []),
    ...(discount > 0 ? [`${code ? `Coupon ${code}` : 'Discount'}: -${formatCents(discount)}`] : []),
    ...(tax > 0 ? [`${taxName}: ${formatCents(tax)}`] : []),
    `Total: ${formatCents(total)}`,
    ...(receipt.is_pool ? [`Your part: ${formatCents(paid)}`] : []),
  ];
}

/** The receipt email that staff preview while they edit its texts. */
export function sampleReceipt(firstName: string, words: MailMessages): MailContent {
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
