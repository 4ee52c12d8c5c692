// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { cullingEndpoints } from '#contract/endpoints/culling.ts';
import { toast } from '#web/lib/toast.ts';
import { answer, answerCalls, bodiesSentTo, errorAnswer, rawAnswer } from '#web/testing/answers.ts';
import { buildCulledPhoto, buildPhotoAction } from '#web/testing/demo-culling.ts';
import { giveElementsASize } from '#web/testing/element-sizes.ts';
import { renderPart } from '#web/testing/render-part.tsx';
import type { IngestAlbum } from './ingest.query.ts';
import { MovePhotosSheet } from './move-photos-sheet.tsx';

const album = (id: number, team_name: string) =>
  ({ id, performance_order: id, program_name: 'Northshore', team_name, division_name: '' }) as IngestAlbum;
const ALBUMS = [album(7, 'Royals'), album(8, 'Waves')];
const PHOTOS = { uuid: 'u', temp_jwt: 't', images: [1, 2].map((id) => buildCulledPhoto(id)) };

test('staff are asked before photos leave an album that customers bought, and can undo it', async () => {
  giveElementsASize();
  const calls = answerCalls(
    answer(catalogueEndpoints.getAlbum, rawAnswer(200, PHOTOS)),
    answer(cullingEndpoints.cullPhotos, ({ body }) =>
      body.sold_ok
        ? buildPhotoAction(body.key, 'move', 1)
        : errorAnswer(409, 'album_sold', 'Sold', { owners: 2 }),
    ),
    answer(cullingEndpoints.undoPhotoAction, buildPhotoAction('k', 'move', 1)),
  );
  const undo = vi.spyOn(toast, 'undo').mockReturnValue(1);
  const [from, to] = ALBUMS as [IngestAlbum, IngestAlbum];
  renderPart(<MovePhotosSheet album={from} albums={ALBUMS} timeZone="UTC" onClose={() => undefined} />);
  const moveFirst = async () => {
    fireEvent.click(await screen.findByRole('option', { name: /Waves/ }));
    await screen.findByText('2 customers bought this album and would lose these photos. You can undo it.');
  };
  fireEvent.click(await screen.findByRole('option', { name: /1/, selected: false }));
  await screen.findByText('Move 1 photo to');
  await moveFirst();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByText('Move 1 photo to')).toBeTruthy();
  await moveFirst();
  fireEvent.click(screen.getByRole('button', { name: 'Take them out' }));
  await waitFor(() => expect(undo).toHaveBeenCalledOnce());
  expect(bodiesSentTo(calls, cullingEndpoints.cullPhotos).at(-1)).toMatchObject({
    action: 'move',
    images: [1],
    to: to.id,
    sold_ok: true,
  });
  undo.mock.calls[0]?.[1]?.();
  await waitFor(() => expect(bodiesSentTo(calls, cullingEndpoints.undoPhotoAction)).toHaveLength(1));
});
