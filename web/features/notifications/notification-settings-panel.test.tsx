// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ResponseOf } from '#contract/endpoint.ts';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import { FACTORY_NOTIFICATION_SETTINGS } from '#contract/rules/notifications.ts';
import { todayIsoDate } from '#web/lib/formats.ts';
import { answer, answerCalls, bodiesSentTo, errorAnswer, type Reply } from '#web/testing/answers.ts';
import { renderPart } from '#web/testing/render-part.tsx';
import { NotificationSettingsPanel } from './notification-settings-panel.tsx';

type Settings = ResponseOf<typeof notificationEndpoints.getSettings>;

const known: Settings = {
  user: 7,
  settings: FACTORY_NOTIFICATION_SETTINGS,
  has_modified_notification_settings: null,
  email_stopped: [],
  quiet_hours: { from: 21, to: 8, time_zone: null },
};

async function openPanel(
  isPhoneVerified: boolean,
  update: Reply<typeof notificationEndpoints.updateSettings> = known,
  loaded = known,
) {
  const fetches = answerCalls(
    answer(notificationEndpoints.getSettings, loaded),
    answer(notificationEndpoints.updateSettings, update),
    answer(notificationEndpoints.resumeEmail, known),
  );
  renderPart(<NotificationSettingsPanel userId={7} isPhoneVerified={isPhoneVerified} />);
  await screen.findByRole('table');
  return fetches;
}

const switches = (channel: RegExp) => screen.getAllByRole<HTMLInputElement>('switch', { name: channel });

test('text messages are off limits until the phone is verified, and say why', async () => {
  await openPanel(false);
  for (const sms of switches(/: Text$/)) {
    expect(sms.disabled).toBe(true);
    const reason = document.getElementById(sms.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toMatch(/add your phone number/);
  }
  for (const email of switches(/: Email$/)) expect(email.disabled).toBe(false);
});

test('with a verified phone text messages can be chosen', async () => {
  await openPanel(true);
  expect(switches(/: Text$/).every((sms) => !sms.disabled)).toBe(true);
  expect(screen.queryByText(/add your phone number/)).toBeNull();
});

test('whoever has all texts off reads what an answered STOP needs first', async () => {
  await openPanel(true);
  expect(screen.getByText(/text START/)).toBeTruthy();
  fireEvent.click(screen.getByRole('switch', { name: 'Downloads: Text' }));
  await waitFor(() => expect(screen.queryByText(/text START/)).toBeNull());
});

test('a change is sent whole, with the date of today', async () => {
  const fetches = await openPanel(true);
  fireEvent.click(screen.getByRole('switch', { name: 'Downloads: Text' }));
  await waitFor(() => expect(fetches).toHaveBeenCalledTimes(2));
  expect(bodiesSentTo(fetches, notificationEndpoints.updateSettings)[0]).toEqual({
    settings: { ...FACTORY_NOTIFICATION_SETTINGS, zip_ready: { email: true, sms: true, push: true } },
    has_modified_notification_settings: todayIsoDate(),
  });
  expect(await screen.findByText('Saved')).toBeTruthy();
});

test('a change that fails flips back and says so', async () => {
  const failure = Promise.withResolvers<ReturnType<typeof errorAnswer>>();
  await openPanel(true, () => failure.promise);
  const email = screen.getByRole<HTMLInputElement>('switch', { name: 'Group orders: Email' });
  fireEvent.click(email);
  await waitFor(() => expect(email.checked).toBe(false));
  failure.resolve(errorAnswer(500, 'internal', 'Something went wrong on our side.'));
  expect(await screen.findByText('Something went wrong on our side.')).toBeTruthy();
  expect(email.checked).toBe(true);
});

test('text messages chosen for a number that is gone show as off and are not sent along', async () => {
  const settings = { ...FACTORY_NOTIFICATION_SETTINGS, pool: { email: true, sms: true, push: true } };
  const fetches = await openPanel(false, known, { ...known, settings });
  expect(switches(/: Text$/).some((sms) => sms.checked)).toBe(false);
  fireEvent.click(screen.getByRole('switch', { name: 'Group orders: Email' }));
  await waitFor(() => expect(fetches).toHaveBeenCalledTimes(2));
  expect(bodiesSentTo(fetches, notificationEndpoints.updateSettings)[0]?.settings.pool).toEqual({
    email: false,
    sms: false,
    push: true,
  });
});

test('an address that bounced is named, and mail to it can be turned on again', async () => {
  const fetches = await openPanel(true, known, { ...known, email_stopped: ['bounce'] });
  expect(screen.getByText(/bounced/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Turn emails back on' }));
  await waitFor(() => expect(screen.queryByText(/bounced/)).toBeNull());
  expect(fetches).toHaveBeenCalledTimes(2);
});
