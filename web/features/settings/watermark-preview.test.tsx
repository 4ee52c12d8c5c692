// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { DEFAULT_SITE_SETTINGS, settingsEndpoints } from '#contract/endpoints/settings.ts';
import type { WatermarkRemake } from '#contract/endpoints/watermark.ts';
import { watermarkEndpoints } from '#contract/endpoints/watermark.ts';
import { type Answer, answer, answerCalls, errorAnswer } from '#web/testing/answers.ts';
import { renderPart } from '#web/testing/render-part.tsx';
import { TypedWatermark } from './watermark-preview.tsx';

const TYPED = { text: 'encore preview', opacityPercent: '42', sizePercent: '100' };

function Typed({ text, opacityPercent, sizePercent }: typeof TYPED) {
  const values = {
    watermark_text: text,
    watermark_opacity_percent: opacityPercent,
    watermark_size_percent: sizePercent,
  };
  const { control } = useForm({ values });
  return <TypedWatermark control={control as never} />;
}
const REMAKE: WatermarkRemake = { state: 'idle', done: 3, total: 12, left: 0 };

function show(remake: WatermarkRemake = REMAKE, answers: Answer[] = []) {
  const fetches = answerCalls(
    answer(settingsEndpoints.getSettings, { ...DEFAULT_SITE_SETTINGS, version: 0 }),
    answer(watermarkEndpoints.previewWatermark, 'a picture'),
    answer(watermarkEndpoints.watermarkRemake, remake),
    ...answers,
  );
  const component = (change: Partial<typeof TYPED> = {}) => <Typed {...TYPED} {...change} />;
  const { rerender } = renderPart(component());
  const asked = () =>
    fetches.mock.calls
      .map(([address]) => new URL(address, 'http://localhost'))
      .filter(({ pathname }) => pathname === '/api/settings/watermark-preview')
      .map(({ searchParams }) => searchParams.get('text'));
  return { type: (change: Partial<typeof TYPED>) => rerender(component(change)), asked, fetches };
}

const picture = () => screen.findByRole('img');

test('the watermark is drawn after typing pauses, and the old picture stays until then', async () => {
  const { type, asked } = show();
  expect(screen.getByText('Drawing the watermark')).toBeTruthy();
  expect((await picture()).getAttribute('src')).toMatch(/^data:/);
  for (const text of ['north', 'norths', 'northshore']) type({ text });
  expect(screen.getByRole('img')).toBeTruthy();
  await waitFor(() => expect(asked()).toEqual(['encore preview', 'northshore']));
  expect(screen.queryByText('Drawing the watermark')).toBeNull();
});

test('invalid values are not requested but reported', async () => {
  const { type, asked } = show();
  await picture();
  type({ text: '..' });
  expect(await screen.findByText(/check the text/)).toBeTruthy();
  type({ opacityPercent: '5' });
  expect(await screen.findByText(/check the opacity/)).toBeTruthy();
  expect(asked()).toEqual(['encore preview']);
});

test('a preview that failed says so and can be asked for again', async () => {
  let isDown = true;
  show(REMAKE, [
    answer(watermarkEndpoints.previewWatermark, () =>
      isDown ? errorAnswer(429, 'too_many_requests', 'Too many tries.') : { body: 'a picture' },
    ),
  ]);
  expect(await screen.findByText('Too many tries.')).toBeTruthy();
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await picture()).toBeTruthy();
});

test('older photos are updated after a confirmation, and the progress is shown', async () => {
  const { fetches } = show(REMAKE, [
    answer(watermarkEndpoints.startWatermarkRemake, { ...REMAKE, state: 'running', done: 4 }),
  ]);
  expect(await screen.findByText('3 of 12 photos')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Update older photos' }));
  expect(await screen.findByText(/previews of 9 photos get the watermark/)).toBeTruthy();
  expect(fetches.mock.calls.some(([, init]) => init?.method === 'POST')).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Update photos' }));
  expect(await screen.findByText('4 of 12 photos')).toBeTruthy();
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('33');
  expect(screen.queryByRole('button', { name: 'Update older photos' })).toBeNull();
});

test('older photos cannot be updated to an unsaved watermark', async () => {
  const { type } = show();
  await screen.findByText('3 of 12 photos');
  type({ text: 'northshore' });
  expect(await screen.findByText('Save the watermark first.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Update older photos' }).disabled).toBe(true);
});

test('photos that cannot be updated are counted, and there is no button left', async () => {
  show({ state: 'idle', done: 10, total: 12, left: 2 });
  expect(await screen.findByText(/2 photos could not be updated/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Update older photos' })).toBeNull();
});
