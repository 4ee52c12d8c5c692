import type { I18n } from '#contract/i18n.ts';
import type { Context } from '#server/context.ts';
import { findAddressee, languageOfAddress, senderName } from '#server/modules/accounts/find-people.ts';
import { signLinksTo } from '#server/modules/accounts/links.ts';
import { describeOrder } from '#server/modules/group-orders/pool-messages.ts';
import { findOrder, listLines, type OrderRow } from '#server/modules/orders/orders.ts';
import { mailMessages } from '#server/modules/settings/mail-messages.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import { saveGift } from './gifts.queries.ts';
import { openGiftAddress } from './gifts.ts';

/** If the buyer has deleted the account meanwhile, the address is encrypted until this mail is sent. */
export async function mailGift(context: Context, orderId: number): Promise<void> {
  const order = await findOrder(context.db, orderId);
  const to = order && (order.giftEmail ?? openGiftAddress(context, order));
  if (order && to && order.paidAt !== null && order.state !== 'refunded') await sendMail(context, order, to);
  if (order?.giftEncryptedAddress) await saveGift(context.db, orderId, { giftEncryptedAddress: null });
}

/** The text is the same for everyone; the link also logs in somebody with an account. */
async function sendMail(context: Context, order: OrderRow, to: string): Promise<void> {
  const { db, mail } = context;
  const { id: orderId, userId } = order;
  const buyer = order.giftEncryptedAddress ? undefined : await findAddressee(db, userId);
  const lines = await listLines(db, [orderId]);
  const { i18n, frame } = await mailMessages(context, (await languageOfAddress(db, to)) ?? buyer?.language);
  const giver = senderName(i18n, buyer?.firstName);
  const teams = await describeOrder(context, i18n, orderId);
  const sign = await signLinksTo(context, {
    email: to,
    about: i18n.t('Your gift: photos of {teams}', { teams }),
  });
  const content = {
    title: i18n.t('{giver} gave you photos of {teams}', { giver, teams }),
    paragraphs: [
      ...(order.giftMessage
        ? [i18n.t('{giver} writes: “{message}”', { giver, message: order.giftMessage })]
        : []),
      describeItems(i18n, lines),
      i18n.t(
        'Log in with this email address to see your gift. No account yet? Just sign up with this address.',
      ),
    ],
    button: { label: i18n.t('See your gift'), url: sign('/MyAlbums') },
    note: i18n.t(
      'You got this email because someone bought a gift for this address. If you don’t know them, just ignore it.',
    ),
  };
  await mail.send({
    key: `gift-${orderId}`,
    isOnce: true,
    to,
    subject: content.title,
    ...composeMail(content, frame),
  });
}

function describeItems(i18n: I18n, lines: { imageId: number | null }[]): string {
  const photos = lines.filter(({ imageId }) => imageId !== null).length;
  const albums = lines.length - photos;
  if (albums === 0)
    return i18n.t(
      'Your gift: {photos, plural, one {# photo} other {# photos}} in full size, with no watermark, ready to download.',
      { photos },
    );
  if (photos === 0)
    return i18n.t(
      'Your gift: {albums, plural, one {# album} other {# albums}} in full size, with no watermark, ready to download.',
      { albums },
    );
  return i18n.t(
    'Your gift: {albums, plural, one {# album} other {# albums}} and {photos, plural, one {# photo} other {# photos}} in full size, with no watermark, ready to download.',
    { albums, photos },
  );
}
