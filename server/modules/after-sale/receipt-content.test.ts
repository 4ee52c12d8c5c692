import { expect, test } from 'vitest';
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
