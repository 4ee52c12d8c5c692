import { z } from 'zod';
import { formatCents } from '#contract/rules/money.ts';
import type { Context } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-addressee.ts';
import { albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import { defineJob } from '#server/platform/queue.ts';
import { findOrder, listLines } from './orders.queries.ts';

export const sendReceipt = defineJob({
  name: 'orders.send-receipt',
  payload: z.object({ orderId: z.int() }),
});

/** A receipt is sent whatever the notification settings say; a job that runs twice sends it once. */
export async function mailReceipt(context: Context, orderId: number): Promise<void> {
  const { db, config, mail } = context;
  const order = await findOrder(db, { id: orderId });
  const user = order && (await findAddressee(db, order.userId));
  if (!user) return;
  const lines = await listLines(db, [order.id]);
  const albums = await albumsById(
    context,
    lines.map((line) => line.albumId),
    order.userId,
  );
  const things = lines.map((line) => {
    const { album, event } = albums.get(line.albumId) ?? {};
    const what = line.imageId === null ? 'Digital Performance Album' : 'Single photo';
    const names = [album?.program_name, album?.team_name, event?.name].filter(Boolean).join(', ');
    return `${what}: ${names} – ${formatCents(line.priceCents)}`;
  });
  const credit = order.creditCents > 0 ? [`Photos bought before: -${formatCents(order.creditCents)}`] : [];
  const subject = 'Your Encore receipt';
  const content = composeMail(
    {
      title: subject,
      paragraphs: [
        `Hello ${user.firstName}, thank you for your order no. ${order.id}.`,
        ...things,
        ...credit,
        `Total: ${formatCents(order.totalCents)}`,
      ],
      button: { label: 'Open my albums', url: `${config.publicUrl}/MyAlbums` },
    },
    { siteUrl: config.publicUrl, postalAddress: config.mail.postalAddress },
  );
  await mail.send({ key: `receipt-${order.id}`, to: user.email, subject, ...content });
}
