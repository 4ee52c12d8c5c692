// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SavePhotos } from './save-photos.tsx';

const photos = (count: number) => ({
  albumUuid: '00000000-0000-4000-8000-000000000001',
  auth: 'token',
  images: Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    file_name: `photo-${index + 1}.jpg`,
  })),
});

const refusal = (name: string) => new DOMException('no', name);
let share = vi.fn(async (_: ShareData) => {});

function usePhone({ isPhone = true } = {}) {
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone }));
  share = vi.fn(async () => {});
  Object.assign(navigator, { canShare: () => true, share: (data: ShareData) => share(data) });
}

const shared = () => share.mock.calls.map(([data]) => data.files?.map(({ name }) => name));

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(new Blob(['picture'], { type: 'image/jpeg' }))),
  );
});
afterEach(() => Object.assign(navigator, { canShare: undefined, share: undefined }));

test('a phone hands the photos to its share sheet in batches, one tap each, and says how many are left', async () => {
  usePhone();
  render(<SavePhotos photos={photos(12)} />);
  fireEvent.click(screen.getByRole('button', { name: 'Save to phone' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save photos 11 to 12' }));
  expect(await screen.findByText(/Done. Your phone has all/)).toBeTruthy();
  expect(shared().map((files) => files?.length)).toEqual([10, 2]);
  expect(shared()[1]).toEqual(['photo-11.jpg', 'photo-12.jpg']);
});

test('when loading took too long for the first tap, a second tap saves without loading again', async () => {
  usePhone();
  share.mockRejectedValueOnce(refusal('NotAllowedError'));
  render(<SavePhotos photos={photos(2)} />);
  fireEvent.click(screen.getByRole('button', { name: 'Save to phone' }));
  expect(await screen.findByText('Ready. Tap again to save.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save to phone' }));
  expect(await screen.findByText(/Done. Your phone has all/)).toBeTruthy();
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('a closed share sheet keeps the photos ready', async () => {
  usePhone();
  share.mockRejectedValueOnce(refusal('AbortError'));
  render(<SavePhotos photos={photos(1)} />);
  fireEvent.click(screen.getByRole('button', { name: 'Save to phone' }));
  expect(await screen.findByText('Ready. Tap again to save.')).toBeTruthy();
});

test('a lost connection is said, and trying again goes on where it stopped', async () => {
  usePhone();
  const load = vi.mocked(fetch);
  render(<SavePhotos photos={photos(11)} />);
  fireEvent.click(screen.getByRole('button', { name: 'Save to phone' }));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const again = await screen.findByRole('button', { name: 'Try again' });
  fireEvent.click(again);
  fireEvent.click(await screen.findByRole('button', { name: 'Save photos 11 to 11' }));
  expect(await screen.findByText(/Done. Your phone has all/)).toBeTruthy();
});

test('where files cannot be shared, the photos are downloaded', async () => {
  usePhone({ isPhone: false });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  render(<SavePhotos photos={photos(1)} />);
  fireEvent.click(screen.getByRole('button', { name: 'Download' }));
  expect(click).toHaveBeenCalledTimes(1);
  click.mockRestore();
});
