// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buildImage } from '#web/testing/demo-albums.ts';
import { PhotoSheetView } from './photo-sheet-view.tsx';

const images = Array.from({ length: 60 }, (_, index) => buildImage(index + 1));

const sheet = (shownId: number | undefined) => (
  <>
    <PhotoSheetView
      albumUuid="album"
      timeZone="UTC"
      images={images}
      token="token"
      shownId={shownId}
      favorites={new Set()}
      onOpen={() => undefined}
      onToggleFavorite={() => undefined}
    />
    <input aria-label="Elsewhere" />
  </>
);

const photo = (number: number) => screen.findByRole('link', { name: `Photo ${number} of 60` });

/** Opens a photo, turns to another one and closes it; `before` happens just before it is closed. */
async function turnAndClose(lastId: number, before = () => {}) {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 600));
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(20_000);
  vi.stubGlobal('scrollTo', ({ top }: { top: number }) => {
    Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
    window.dispatchEvent(new Event('scroll'));
  });
  const { rerender } = render(sheet(undefined));
  (await photo(1)).focus();
  for (const shownId of [1, lastId]) rerender(sheet(shownId));
  before();
  rerender(sheet(undefined));
}

test.each([2, 50])(
  'the photo that was open last has the focus once it is closed: photo %i',
  async (lastId) => {
    await turnAndClose(lastId);
    const last = await photo(lastId);
    await waitFor(() => expect(document.activeElement).toBe(last));
  },
);

test('a closed photo leaves the focus in the sheet that has opened since', async () => {
  await turnAndClose(50, () => screen.getByLabelText('Elsewhere').focus());
  await photo(50);
  expect(document.activeElement).toBe(screen.getByLabelText('Elsewhere'));
});
