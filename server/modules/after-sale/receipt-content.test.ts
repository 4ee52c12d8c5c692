import { expect, test } from 'vitest';
import { LINE_NAMES } from '#contract/rules/orders.ts';
import { mailMessages } from '#server/modules/settings/mail-messages.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { receiptContent } from './receipt-content.ts';

const app = shareTestApp();

const RECEIPT = {
  number: 12,
  order_key: 'key',
  is_pool: false,
  gift: null,
  paid_at: '2026-11-15T18:00:00.000Z',
  lines: [],
  sub_total: 3990,
  credit: 0,
  discount: 0,
  tax: 0,
  tax_name: 'Tax',
  total: 3990,
  coupon_code: null,
  payments: [],
};
const PICTURE = { url: 'https://encore.test/cover', alt: 'Comets on stage' };

const PHOTO = {
  id: 1,
  description: LINE_NAMES.photo,
  team: 'Northshore Comets',
  event: 'Crown Series',
  price: 795,
  price_name: null,
  refunded: 0,
};

async function mailOf(changes: { gift?: string }, language: string, picture?: typeof PICTURE) {
  const words = await mailMessages(app.context, language);
  const receipt = { ...RECEIPT, ...changes };
  return composeMail(receiptContent(receipt, 'Ana', words, { picture }), words.frame);
}

test.each([
  ['en', {}, 'This picture is just a preview. Your photos have no watermark.'],
  ['en', { gift: 'Gift for you' }, 'This picture is just a preview. The gift has no watermark.'],
  ['es', {}, 'Esta imagen es solo una vista previa. Tus fotos no tienen marca de agua.'],
  ['es', { gift: 'Gift' }, 'Esta imagen es solo una vista previa. El regalo no tiene marca de agua.'],
])('a receipt in %s for %j says that its picture is a preview', async (language, changes, words) => {
  const { html, text } = await mailOf(changes, language, PICTURE);
  expect(html.replaceAll('&#39;', "'")).toContain(words);
  expect(text).not.toContain(words);
  expect((await mailOf(changes, language)).html).not.toContain(words);
});

test.each([
  ['one photo', [PHOTO], 'It’s yours', 'Download your photo:'],
  ['two photos', [PHOTO, { ...PHOTO, id: 2 }], 'They’re yours', 'Download your photos:'],
  ['an album', [{ ...PHOTO, description: LINE_NAMES.album }], 'They’re yours', 'Download your photos:'],
])('the receipt for %s says so', async (_what, lines, heading, button) => {
  const words = await mailMessages(app.context, 'en');
  const { text } = composeMail(receiptContent({ ...RECEIPT, lines }, 'Ana', words), words.frame);
  expect(text).toContain(heading);
  expect(text).toContain(button);
});
