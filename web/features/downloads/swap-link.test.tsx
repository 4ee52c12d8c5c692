// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { answer, answerCalls } from '#web/testing/answers.ts';
import { buildFoundAlbum } from '#web/testing/demo-albums.ts';
import { buildDownload, buildOrder } from '#web/testing/demo-orders.ts';
import { renderPart } from '#web/testing/render-part.tsx';
import { SwapLink } from './swap-link.tsx';

test('an opened album says only to somebody who wants to swap it that it is too late', async () => {
  const order = buildOrder();
  answerCalls(answer(orderEndpoints.listMyOrders, [order]));
  const download = {
    ...buildDownload(),
    bought_at: new Date().toISOString(),
    order_key: order.key,
    order_line: order.items[0]?.id ?? 0,
    is_taken: true,
  };
  renderPart(<SwapLink download={download} found={[buildFoundAlbum(2)]} />);
  const link = await screen.findByRole('button', { name: 'Swap this album' });
  expect(screen.queryByText(/can’t be swapped/)).toBeNull();
  fireEvent.click(link);
  const sheet = within(await screen.findByRole('dialog', { name: 'Swap this album' }));
  expect(await sheet.findByText('You’ve opened or downloaded it, so it can’t be swapped.')).toBeTruthy();
  expect(sheet.queryByRole('radio')).toBeNull();
});
