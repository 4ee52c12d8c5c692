import { senderName } from '#contract/rules/accounts.ts';
import type { Context } from '#server/context.ts';
import { firstNamesOf } from '#server/modules/accounts/find-people.ts';
import { signLinksTo } from '#server/modules/accounts/links.ts';
import { describeOrder } from '#server/modules/group-orders/pool-messages.ts';
import { findOrder, listLines, type OrderRow } from '#server/modules/orders/orders.ts';
import { mailMessages } from '#server/modules/settings/mail-messages.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import { forgetEncryptedAddress } from './gifts.queries.ts';
import { openGiftAddress } from './gifts.ts';

const NOTE =
  'You got this email because someone bought a gift for this address. If you don’t know them, just ignore it.';

/** If the buyer has deleted the account meanwhile, the address is encrypted until this mail is sent. */
export async function mailGift(context: Context, orderId: number): Promise<void> {
  const order = await findOrder(context.db, orderId);
  const to = order && (order.giftEmail ?? openGiftAddress(context, order));
  if (order && to && order.paidAt !== null && order.state !== 'refunded') await sendMail(context, order, to);
  if (order?.giftEncryptedAddress) await forgetEncryptedAddress(context.db, orderId);
}

/** The same words for everyone; only the link of somebody with an account also logs them in. */
async function sendMail(context: Context, order: OrderRow, to: string): Promise<void> {
  const { db, mail } = context;
  const { id: orderId, userId } = order;
  const firstName = order.giftEncryptedAddress ? undefined : (await firstNamesOf(db, [userId])).get(userId);
  const giver = senderName(firstName ?? '');
  const lines = await listLines(db, [orderId]);
  const { frame } = await mailMessages(context);
  const what = `photos of ${await describeOrder(context, orderId)}`;
  const sign = await signLinksTo(context, { email: to, about: `Your gift: ${what}` });
  const content = {
    title: `${giver} gave you ${what}`,
    paragraphs: [
      ...(order.giftMessage ? [`${giver} writes: “${order.giftMessage}”`] : []),
      `Your gift: ${describeItems(lines)}, without watermark and ready to download.`,
      'Log in with this email address to see it. If you have no account yet, create one with this address.',
    ],
    button: { label: 'See your gift', url: sign('/MyAlbums') },
    note: NOTE,
  };
  await mail.send({
    key: `gift-${orderId}`,
    isOnce: true,
    to,
    subject: content.title,
    ...composeMail(content, frame),
  });
}

function describeItems(lines: { imageId: number | null }[]): string {
  const photos = lines.filter(({ imageId }) => imageId !== null).length;
  const parts = [
    { count: lines.length - photos, name: 'album' },
    { count: photos, name: 'photo' },
  ];
  return parts
    .flatMap(({ count, name }) => (count === 0 ? [] : [`${count} ${name}${count === 1 ? '' : 's'}`]))
    .join(' and ');
}
