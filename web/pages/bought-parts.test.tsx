// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
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
