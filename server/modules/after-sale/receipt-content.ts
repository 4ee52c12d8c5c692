import { DEFAULT_SITE_SETTINGS } from '#contract/endpoints/settings.ts';
import type { Receipt } from '#contract/entities/order.ts';
import type { I18n } from '#contract/i18n.ts';
import { formatCents, sumCents } from '#contract/rules/money.ts';
import { LINE_NAMES } from '#contract/rules/orders.ts';
import { formatRate, isTaxIncluded } from '#contract/rules/tax.ts';
import type { MailMessages } from '#server/modules/settings/mail-messages.ts';
import { formatDay } from '#server/platform/languages/i18n.ts';
import type { MailContent, MailPicture, MailTotals } from '#server/platform/mail/template.ts';

type ReceiptFacts = Omit<Receipt, 'status' | 'seller' | 'buyer' | 'refunds'>;

type Options = {
  /** Makes an address of a path on the site. */
  sign?: (path: string) => string;
  /** The page from which the purchase is downloaded. */
  downloadPath?: string;
  picture?: MailPicture | undefined;
  /** Null once the recipient has deleted their account. */
  giftEmail?: string | null;
};

/** The photos and the download come first, the amounts after. */
export function receiptContent(
  receipt: ReceiptFacts,
  firstName: string,
  words: MailMessages,
  {
    sign = (path) => `${words.frame.siteUrl}${path}`,
    downloadPath = '/MyAlbums',
    picture,
    giftEmail,
  }: Options = {},
): MailContent {
  const { i18n, siteName } = words;
  const view = { label: i18n.t('View and print the receipt'), url: sign(`/receipt/${receipt.order_key}`) };
  const isGift = receipt.gift !== null;
  const count = countPhotos(receipt);
  return {
    title: i18n.t('Your {siteName} receipt', { siteName }),
    heading: isGift
      ? i18n.t('Your gift is on its way')
      : i18n.t('{count, plural, one {It’s yours} other {They’re yours}}', { count }),
    preview: isGift
      ? i18n.t('Thank you! Your receipt is inside.')
      : i18n.t(
          '{count, plural, one {Your photo is} other {Your photos are}} ready to download. Receipt inside.',
          { count },
        ),
    greeting: words.greet(firstName),
    opening: words.introOf('receipt'),
    paragraphs: [
      isGift
        ? giftEmail
          ? i18n.t('Thank you! We’ve emailed your gift to {address}.', { address: giftEmail })
          : i18n.t('Thank you! Your gift has arrived.')
        : i18n.t(
            '{count, plural, one {Thank you! Your photo is full size and has no watermark. Sending it to family is free.} other {Thank you! Your photos are full size and have no watermark. Sending them to family is free.}}',
            { count },
          ),
    ],
    picture: picture && {
      ...picture,
      caption: isGift
        ? i18n.t('This picture is just a preview. The gift has no watermark.')
        : i18n.t(
            'This picture is just a preview. {count, plural, one {Your photo has} other {Your photos have}} no watermark.',
            { count },
          ),
    },
    totals: totalsOf(i18n, receipt),
    ...(isGift
      ? { button: view }
      : {
          button: {
            label: i18n.t('{count, plural, one {Download your photo} other {Download your photos}}', {
              count,
            }),
            url: sign(downloadPath),
          },
          link: view,
        }),
  };
}

const isAlbum = ({ description }: Line) => description === LINE_NAMES.album;

/** For the words only: an album is several photos. */
function countPhotos({ lines }: ReceiptFacts): number {
  return lines.some(isAlbum) ? 2 : lines.length;
}

/** Leaves out the names of prices, because they may name a child. */
function totalsOf(i18n: I18n, receipt: ReceiptFacts): MailTotals {
  const { credit, discount, coupon_code: code, total, payments } = receipt;
  const minus = (cents: number) => `-${formatCents(cents)}`;
  return {
    title: i18n.t('Receipt'),
    aside: i18n.t('Order {number}, {day}', {
      number: String(receipt.number),
      day: formatDay(i18n, receipt.paid_at),
    }),
    rows: [
      ...itemsOf(i18n, receipt),
      ...(credit > 0 ? [{ name: i18n.t('Photos you bought before'), amount: minus(credit) }] : []),
      ...(discount > 0
        ? [
            {
              name: code ? i18n.t('Coupon {code}', { code }) : i18n.t('Discount'),
              amount: minus(discount),
            },
          ]
        : []),
      ...(isTaxIncluded(receipt) ? [] : taxesOf(i18n, receipt)),
      { name: i18n.t('Total'), amount: formatCents(total), isTotal: true },
      ...(isTaxIncluded(receipt) ? taxesOf(i18n, receipt) : []),
      ...(receipt.is_pool
        ? [
            {
              name: i18n.t('Your share'),
              amount: formatCents(sumCents(payments.map(({ amount }) => amount))),
            },
          ]
        : []),
      ...payments.flatMap(({ card, amount }) =>
        card === null
          ? []
          : [
              {
                name: i18n.t('Paid with card ending in {digits}', { digits: card.last4 }),
                amount: formatCents(amount),
              },
            ],
      ),
    ],
  };
}

type Line = Receipt['lines'][number];

/** Photos of one team are one line. */
function itemsOf(i18n: I18n, { lines }: ReceiptFacts): MailTotals['rows'] {
  const groups = Map.groupBy(lines, (line) =>
    isAlbum(line) ? String(line.id) : `${line.team} ${line.event}`,
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const same = [first, ...others];
    return [
      {
        name: isAlbum(first)
          ? i18n.t(LINE_NAMES.album)
          : i18n.t('{count, plural, one {# photo} other {# photos}}', { count: same.length }),
        detail: [first.team, first.event].filter(Boolean).join(', '),
        amount: formatCents(sumCents(same.map(({ price }) => price))),
      },
    ];
  });
}

/** Tax included in the prices is listed below the total. */
function taxesOf(i18n: I18n, receipt: ReceiptFacts): MailTotals['rows'] {
  const { tax, taxes } = receipt;
  if (tax === 0) return [];
  const rows = taxes?.map(({ name, rate_millionths: rate, amount }) => ({
    name: rate > 0 ? `${taxName(i18n, { tax_name: name })} (${formatRate(rate)})` : name,
    amount,
  })) ?? [{ name: taxName(i18n, receipt), amount: tax }];
  return rows.map(({ name, amount }) => ({
    name: isTaxIncluded(receipt) ? i18n.t('Included: {tax}', { tax: name }) : name,
    amount: formatCents(amount),
  }));
}

/** Each order keeps the name that staff gave the tax. */
function taxName(i18n: I18n, { tax_name: name }: Pick<ReceiptFacts, 'tax_name'>): string {
  return name === DEFAULT_SITE_SETTINGS.tax_name ? i18n.t(name) : name;
}

/** The receipt email that staff preview while they edit its texts. */
export function sampleReceipt(firstName: string, words: MailMessages): MailContent {
  return receiptContent(SAMPLE, firstName, words);
}

const SAMPLE: ReceiptFacts = {
  number: 1001,
  order_key: 'sample',
  paid_at: '2026-11-15T18:00:00Z',
  lines: [
    {
      id: 1,
      description: LINE_NAMES.album,
      team: 'Sample Gym Comets',
      event: 'Sample Classic',
      price: 13_965,
      price_name: null,
      refunded: 0,
    },
  ],
  sub_total: 13_965,
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
