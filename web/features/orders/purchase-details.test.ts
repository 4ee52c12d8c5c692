// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { buildAlbum, buildEvent, buildImage } from '#web/testing/demo-albums.ts';
import { afterPaying, type ImagePurchase } from './purchase-details.ts';

const photo = (id: number): ImagePurchase => ({
  type: 'image',
  albumId: 1,
  amount: 499,
  album: { ...buildAlbum(1), events: [buildEvent()] },
  facial: true,
  imageId: id,
  image: buildImage(id),
  imageToken: null,
});

test('photos chosen together are paid one after the other, and only the last one ends it', () => {
  let details = afterPaying({ ...photo(1), waiting: [photo(2), photo(3)] }, 'order-1') as ImagePurchase;
  expect(details).toMatchObject({ imageId: 2, paidBefore: 1, facial: true });
  expect(details.paidOrder).toBeUndefined();
  details = afterPaying(details, 'order-2') as ImagePurchase;
  expect(details).toMatchObject({ imageId: 3, paidBefore: 2, waiting: [] });
  expect(details.paidOrder).toBeUndefined();
  details = afterPaying(details, 'order-3') as ImagePurchase;
  expect(details).toMatchObject({ imageId: 3, paidBefore: 2, paidOrder: 'order-3' });
});
