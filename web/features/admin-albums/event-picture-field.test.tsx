// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { MAX_EVENT_PICTURE_BYTES } from '#contract/rules/event-pictures.ts';
import { answer, answerCalls, errorAnswer } from '#web/testing/answers.ts';
import { buildEvent } from '#web/testing/demo-albums.ts';
import { renderPart } from '#web/testing/render-part.tsx';
import { EventPictureField } from './event-picture-field.tsx';

const EVENT: StaffEvent = {
  ...buildEvent(),
  last_date: '2026-10-25',
  auto_publish: true,
  producer_share_basis_points: null,
  tray_uuid: '00000000-0000-4000-8000-000000000000',
  albums_count: 0,
  price_list: null,
  images_count: 0,
  version: 0,
};

const show = (event = EVENT) => renderPart(<EventPictureField event={event} />);

test('a drawn picture is chosen with one press', async () => {
  const fetches = answerCalls(answer(catalogueEndpoints.updateEvent, { ...EVENT, picture: 'gymnastics' }));
  show();
  expect(screen.getByRole('button', { name: 'Cheer, award' }).getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Gymnastics' }));
  await waitFor(() => expect(fetches).toHaveBeenCalled());
  expect(String(fetches.mock.calls[0]?.[1]?.body)).toBe('{"picture":"gymnastics"}');
});

test('a drawing takes the place of an uploaded photo only after a question', async () => {
  const fetches = answerCalls(answer(catalogueEndpoints.updateEvent, EVENT));
  show({ ...EVENT, picture: 'ab'.repeat(16) });
  fireEvent.click(screen.getByRole('button', { name: 'Dance' }));
  await screen.findByRole('alertdialog', { name: 'Delete the uploaded photo?' });
  expect(fetches).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Use the drawing' }));
  await waitFor(() => expect(String(fetches.mock.calls[0]?.[1]?.body)).toBe('{"picture":"dance"}'));
});

test('an uploaded picture can be replaced, and a refusal says why', async () => {
  answerCalls(
    answer(catalogueEndpoints.setEventPicture, errorAnswer(422, 'unprocessable', 'Choose a wider picture.')),
  );
  show({ ...EVENT, picture: 'ab'.repeat(16) });
  expect(screen.getByRole('button', { name: 'Uploaded' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole('button', { name: 'Replace the photo' })).toBeTruthy();
  const files = [new File(['x'], 'small.jpg', { type: 'image/jpeg' })];
  fireEvent.change(screen.getByLabelText('Photo for visitors'), { target: { files } });
  expect(await screen.findByText('Choose a wider picture.')).toBeTruthy();
  const large = new File([new Uint8Array(MAX_EVENT_PICTURE_BYTES + 1)], 'large.jpg', { type: 'image/jpeg' });
  fireEvent.change(screen.getByLabelText('Photo for visitors'), { target: { files: [large] } });
  expect(await screen.findByText('Choose a picture of at most 15 MB.')).toBeTruthy();
});
