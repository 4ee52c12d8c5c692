// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { couponEndpoints } from '#contract/endpoints/coupons.ts';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import { historyEndpoints } from '#contract/endpoints/operations.ts';
import {
  DEFAULT_SITE_SETTINGS,
  type SavedSettings,
  settingsEndpoints,
} from '#contract/endpoints/settings.ts';
import { siteEndpoints } from '#contract/endpoints/site.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { watermarkEndpoints } from '#contract/endpoints/watermark.ts';
import { answer, type answerCalls, bodiesSentTo, errorAnswer } from '#web/testing/answers.ts';
import { buildSite } from '#web/testing/demo-site.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { giveElementsASize } from '#web/testing/element-sizes.ts';
import { openSite } from '#web/testing/render-site.tsx';

const owner = buildUser({ type: 'super' });
let settings: SavedSettings;
let calls: ReturnType<typeof answerCalls>;
let saving: () => SavedSettings | ReturnType<typeof errorAnswer>;

const saved = () => bodiesSentTo(calls, settingsEndpoints.changeSettings);

async function openSettings() {
  const { fetches, router } = openSite('/admin/settings', owner, [
    answer(siteEndpoints.getSite, () => buildSite({ ...settings, version: '1' })),
    answer(settingsEndpoints.getSettings, () => settings),
    answer(historyEndpoints.page, {
      rows: [
        {
          id: 2,
          action: 'watermark.remake',
          subject: 'watermark',
          actor_name: 'Sam Owner',
          created_at: new Date().toISOString(),
          changes: [{ field: 'mark', before: '', after: 'a1b2c3' }],
        },
        {
          id: 1,
          action: 'settings.change',
          subject: 'site',
          actor_name: 'Sam Owner',
          created_at: new Date().toISOString(),
          changes: [
            { field: 'face_matching', before: 'true', after: 'false' },
            { field: 'image_price', before: '499', after: '599' },
          ],
        },
      ],
      next: null,
    }),
    answer(historyEndpoints.count, {
      total: 2,
      people: [{ id: 4, name: 'Sam Owner' }],
      actions: ['settings.change', 'watermark.remake'],
    }),
    answer(userAdministrationEndpoints.listStaff, [
      { id: 4, name: 'Sam Owner', email: 'sam@example.test', type: 'super', last_seen_at: null },
    ]),
    answer(userAdministrationEndpoints.listRoles, [
      { role: 'analyst', permissions: ['admin', 'reports'], version: 0 },
    ]),
    answer(userAdministrationEndpoints.listInvitations, []),
    answer(couponEndpoints.listCoupons, []),
    answer(notificationEndpoints.getDefaultSettings, []),
    answer(watermarkEndpoints.previewWatermark, 'a picture'),
    answer(watermarkEndpoints.watermarkRemake, { state: 'idle', done: 0, total: 0, left: 0 }),
    answer(settingsEndpoints.changeSettings, () => saving()),
    answer(settingsEndpoints.previewMail, {
      subject: 'A subject',
      html: '<p>The words</p>',
      text: 'The words',
    }),
    answer(settingsEndpoints.sendPreviewMail, { to: owner.email }),
  ]);
  calls = fetches;
  await screen.findByLabelText('Site name');
  return router;
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const bar = () => screen.findByRole('region', { name: 'Unsaved changes' });
const save = async () => fireEvent.click(within(await bar()).getByRole('button', { name: 'Save' }));

beforeEach(() => {
  settings = { ...DEFAULT_SITE_SETTINGS, version: 7 };
  saving = () => {
    settings = { ...settings, ...saved().at(-1), version: settings.version + 1 };
    return settings;
  };
});
beforeEach(giveElementsASize);

test('changes are counted, can be discarded, and only they are sent', async () => {
  await openSettings();
  expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull();
  type('Site name', 'Stage Shots');
  type('Greeting', 'Hello {first_name},');
  expect(within(await bar()).getByText('2 changes')).toBeTruthy();
  fireEvent.click(within(await bar()).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('Site name').value).toBe('Encore');
  type('Site name', 'Stage Shots');
  await save();
  await waitFor(() => expect(saved()).toEqual([{ site_name: 'Stage Shots', version: 7 }]));
  expect(await screen.findByRole('link', { name: 'Stage Shots home' })).toBeTruthy();
  await waitFor(() => expect(document.title).toBe('Settings, admin · Stage Shots'));
  expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull();
});

test('risky changes are confirmed first', async () => {
  await openSettings();
  fireEvent.click(screen.getByRole('switch', { name: 'Find athletes by face' }));
  type('Previews per album', '5');
  await save();
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('10 previews becomes 5 previews');
  expect(question.textContent).toContain('The search stops');
  expect(saved()).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved()).toEqual([{ view_limit: 5, face_matching: false, version: 7 }]));
});

test('an invalid value is reported at its field and not sent; so is a value that the server refuses', async () => {
  await openSettings();
  type('Greeting', 'Dear {name},');
  await save();
  expect(await screen.findByText('The only placeholder is {first_name}')).toBeTruthy();
  expect(saved()).toEqual([]);
  type('Greeting', 'Dear {first_name},');
  saving = () =>
    errorAnswer(400, 'invalid_request', 'Refused', [{ path: 'mail_greeting', message: 'Not so fond' }]);
  await save();
  const field = await screen.findByLabelText('Greeting');
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText('Not so fond')).toBeTruthy();
});

test('leaving with unsaved changes asks; staying keeps them', async () => {
  const router = await openSettings();
  type('Signature', 'The crew');
  await bar();
  fireEvent.click(screen.getByRole('link', { name: 'All users' }));
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(router.state.location.pathname).toBe('/admin/settings');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Signature').value).toBe('The crew');
  fireEvent.click(screen.getByRole('link', { name: 'All users' }));
  const again = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  fireEvent.click(within(again).getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/users'));
});

test('an email is previewed with unsaved changes and sent to oneself', async () => {
  await openSettings();
  type('Signature', 'Not saved yet');
  fireEvent.click(screen.getByRole('button', { name: 'Preview email' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Preview email' }));
  expect((await sheet.findByTitle('Email preview')).getAttribute('srcdoc')).toBe('<p>The words</p>');
  expect(sheet.getByTitle('Email preview').getAttribute('sandbox')).toBe('');
  expect(bodiesSentTo(calls, settingsEndpoints.previewMail)[0]).toMatchObject({
    kind: 'album_published',
    mail_signature: 'Not saved yet',
  });
  fireEvent.change(sheet.getByLabelText('Type'), { target: { value: 'receipt' } });
  await waitFor(() =>
    expect(bodiesSentTo(calls, settingsEndpoints.previewMail).at(-1)).toMatchObject({ kind: 'receipt' }),
  );
  fireEvent.click(sheet.getByRole('button', { name: 'Send me a copy' }));
  expect(await sheet.findByText(`Sent to ${owner.email}.`)).toBeTruthy();
});

test('the history, the staff and the menu are shown', async () => {
  await openSettings();
  const history = await screen.findByRole('list', { name: 'History' });
  expect(history.textContent).toContain('Find athletes by face: on');
  expect(history.textContent).toContain('Price of one photo: $4.99');
  expect(history.textContent).toContain('Sam Owner');
  expect(history.textContent).toContain('Sam Owner applied the watermark to old photos');
  expect(history.textContent).not.toContain('a1b2c3');
  expect((await screen.findByRole('list', { name: 'Staff' })).textContent).toContain('sam@example.test');
  expect((await screen.findByRole('list', { name: 'Roles' })).textContent).toContain(
    'May see sales reports.',
  );
  const menu = within(screen.getByRole('navigation', { name: 'Sections' }));
  for (const link of menu.getAllByRole('link')) {
    const id = new URL(link.getAttribute('href') ?? '', 'http://x').hash.slice(1);
    expect(document.getElementById(id), id).not.toBeNull();
  }
});
