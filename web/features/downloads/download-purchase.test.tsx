// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { answer, answerCalls } from '#web/testing/answers.ts';
import { buildAlbum, buildEvent } from '#web/testing/demo-albums.ts';
import { buildDownload } from '#web/testing/demo-orders.ts';
import { renderPart } from '#web/testing/render-part.tsx';
import { DownloadPurchase } from './download-purchase.tsx';

test('two performances of a team in one order are told apart', async () => {
  const albums = [3, 4].map((id) => ({
    ...buildAlbum(id, { team_name: 'Royals', performance_order: id }),
    events: [buildEvent()],
  }));
  answerCalls(
    answer(downloadEndpoints.myDownloads, {
      albums: albums.map((album) => buildDownload(album)),
      photos: [],
    }),
  );
  renderPart(<DownloadPurchase items={albums.map((album) => ({ album, image: null }))} />);
  expect(await screen.findByRole('button', { name: /^Download .*Royals, Performance 3$/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /Royals, Performance 4$/ })).toBeTruthy();
});
