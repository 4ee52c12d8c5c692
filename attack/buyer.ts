import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import type { Attacker } from './attacker.ts';

export type PublishedAlbum = { id: number; event: number; uuid: string };

/** Albums with photos, the one with the fewest first, so that fetching them all is quick. */
export async function listPhotographed(attacker: Attacker): Promise<PublishedAlbum[]> {
  const events = await attacker.call(catalogueEndpoints.listEvents);
  const found: (PublishedAlbum & { photos: number })[] = [];
  for (const event of events.body) {
    const query = { events_in: String(event.id) };
    const { body } = await attacker.call(catalogueEndpoints.listAlbums, { query });
    found.push(
      ...body.map(({ id, uuid, images_count }) => ({ id, uuid, event: event.id, photos: images_count })),
    );
  }
  return found.filter(({ photos }) => photos > 1).toSorted((a, b) => a.photos - b.photos);
}

/** Opens the album once, as a purchase requires, and returns its images. */
export async function openAlbum(attacker: Attacker, album: PublishedAlbum) {
  const found = await attacker.call(foundAlbumEndpoints.findAlbum, {
    body: { album: album.id, event: album.event },
  });
  const view = await attacker.call(foundAlbumEndpoints.viewAlbum, { params: { id: found.body.id } });
  if (view.status !== 200) throw new Error(`the album did not open: ${view.status} ${view.code}`);
  return view.body;
}

/** Buys the album with a test card and returns its order. */
export async function buyAlbum(attacker: Attacker, album: PublishedAlbum) {
  await openAlbum(attacker, album);
  const card = await attacker.call(paymentEndpoints.addPaymentMethod, { body: { token: 'pm_card_visa' } });
  const quote = await attacker.call(paymentEndpoints.quotePayment, { body: { albumId: album.id } });
  const paid = await attacker.call(paymentEndpoints.payForAlbum, {
    body: { albumId: album.id, paymentMethodId: card.body.id, amount: quote.body.total, facial: false },
  });
  if (paid.status !== 200) throw new Error(`the purchase failed: ${paid.status} ${paid.code}`);
  const order = await attacker.call(orderEndpoints.getOrder, { params: { id: paid.body.order_key } });
  const [line] = order.body.items;
  if (!line) throw new Error('the order has no line');
  return { order: order.body, line: line.id };
}
