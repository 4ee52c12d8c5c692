// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { photoLinkEndpoints } from '#contract/endpoints/photo-links.ts';
import type { Order } from '#contract/entities/order.ts';
import { answer, answerCalls } from '#web/testing/answers.ts';
import { buildAlbum, buildEvent, buildImage } from '#web/testing/demo-albums.ts';
import { renderPart } from '#web/testing/render-part.tsx';
import { boughtParts } from './bought-parts.tsx';

test('a bought album shows no watermark: every picture is a preview, which is clean from the start', async () => {
  const album = { ...buildAlbum(3), events: [buildEvent()] };
  const images = [31, 32, 33, 34, 35].map((id) => buildImage(id));
  answerCalls(answer(catalogueEndpoints.getAlbum, { ...album, images, temp_jwt: 'token' }));
  const order = { items: [{ album, image: null }] } as Order;
  renderPart(boughtParts.picture(order));
  await screen.findByAltText('Your photo');
  const pictures = [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'));
  expect(pictures.map((address) => /\/(\d+\.\w+)\?/.exec(address ?? '')?.[1])).toEqual([
    '31.preview',
    '32.preview',
    '33.preview',
    '34.preview',
  ]);
});

test('each album of an order can be shared', async () => {
  const albums = [3, 4].map((id) => ({
    ...buildAlbum(id, { team_name: `Team ${id}` }),
    events: [buildEvent()],
  }));
  const [first] = albums;
  answerCalls(
    answer(photoLinkEndpoints.myPhotoLinks, []),
    answer(catalogueEndpoints.getAlbum, {
      ...buildAlbum(3),
      events: first?.events ?? [],
      images: [buildImage(31)],
      temp_jwt: 'token',
    }),
  );
  renderPart(boughtParts.share({ items: albums.map((album) => ({ album, image: null })) } as Order));
  fireEvent.click(await screen.findByRole('button', { name: 'Share' }));
  expect(await screen.findByRole('button', { name: /Team 3/ })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /Team 4/ }));
  fireEvent.click(await screen.findByRole('button', { name: /^Invite another parent/ }));
  expect(await screen.findByText(/see previews of .*Team 4/)).toBeTruthy();
});
