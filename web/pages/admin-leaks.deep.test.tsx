// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { leakEndpoints } from '#contract/endpoints/leaks.ts';
import { secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import type { LeakSearch } from '#contract/entities/staff-rows.ts';
import { answer, type answerCalls, bodiesSentTo, errorAnswer, type Reply } from '#web/testing/answers.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { giveElementsASize } from '#web/testing/element-sizes.ts';
import { leaveSite, openSite } from '#web/testing/render-site.tsx';

const staff = buildUser({ type: 'super', second_factor_on: true });
const AT = '2026-05-02T10:00:00.000Z';
const buildLeakSearch = (changes: Partial<LeakSearch> = {}): LeakSearch => ({
  id: 4,
  state: 'unsure',
  step: '',
  progress: 100,
  failure: null,
  reason: 'Seen on a public page',
  scope: 'All photos',
  started_by: 'Dana Kim',
  started_at: AT,
  ended_at: AT,
  pictures: 1,
  images_read: 1,
  viewers_asked: 12,
  is_mirrored: false,
  photo: null,
  findings: [],
  ...changes,
});
const found = {
  account: { id: 31, name: 'Robin Vale', email: 'robin@encore.test' },
  label: '',
  first_at: AT,
  last_at: AT,
  chance: 1e-9,
};
let calls: ReturnType<typeof answerCalls>;

beforeEach(giveElementsASize);

async function open(
  search: string,
  leakSearch: Reply<typeof leakEndpoints.getLeakSearch> = buildLeakSearch(),
  { isOn = true, searches = [] as LeakSearch[] } = {},
) {
  calls = openSite(`/admin/trace${search}`, staff, [
    answer(secondFactorEndpoints.secondFactor, {
      is_on: isOn,
      is_required: true,
      turned_on_at: isOn ? AT : null,
      recovery_codes_left: 8,
      has_app: isOn,
      passkeys: [],
      offers_passkeys: true,
      needs_mailed_code: false,
    }),
    answer(leakEndpoints.listLeakSearches, { traces: searches, previews: { marked: 5, total: 9 } }),
    answer(leakEndpoints.getLeakSearch, leakSearch),
    answer(leakEndpoints.startLeakSearch, buildLeakSearch({ state: 'waiting' })),
    answer(
      leakEndpoints.sendLeakedImage,
      errorAnswer(415, 'unsupported_media', 'Choose a JPEG, PNG or WebP picture.'),
    ),
  ]).fetches;
  await screen.findByRole('heading', { name: 'Find the source of a leak' });
}

test('an empty history says so, and how many previews are marked', async () => {
  await open('');
  expect(await screen.findByText('No searches yet')).toBeTruthy();
  expect(screen.getByText(/5 of 9 previews are marked so far/)).toBeTruthy();
});

test('a search that runs shows its step and its progress', async () => {
  await open('?leak=4', buildLeakSearch({ state: 'running', step: 'Looking for the photo', progress: 40 }));
  expect(await screen.findByText('Looking for the photo')).toBeTruthy();
  const bar = screen.getByRole('progressbar', { name: 'Progress of the search' });
  expect(bar.getAttribute('aria-valuenow')).toBe('40');
});

test('a found account is named with the chance of error, and nothing more is said', async () => {
  await open('?leak=4', buildLeakSearch({ state: 'named', findings: [found] }));
  expect(await screen.findByText('A copy of this account is in this leak.')).toBeTruthy();
  expect(screen.getByText('It does not say who posted it.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Robin Vale' })).toBeTruthy();
  expect(screen.getByText('less than 1 in 1,000,000,000')).toBeTruthy();
});

test('an account that was found and deleted since is not named', async () => {
  await open('?leak=4', buildLeakSearch({ state: 'named' }));
  expect(await screen.findByText('The account we found has since been deleted.')).toBeTruthy();
  expect(screen.queryByText('A copy of this account is in this leak.')).toBeNull();
});

test.each([
  [
    'unsure',
    'The photo is ours, but no mark among 12 viewers fits well enough. More pictures of the same leak may help.',
  ],
  ['unknown', 'No photo that was searched looks like this picture.'],
] as const)('a search that is %s says that it is not enough', async (state, words) => {
  await open('?leak=4', buildLeakSearch({ state }));
  expect(await screen.findByText('Not enough to say.')).toBeTruthy();
  expect(screen.getByText(words)).toBeTruthy();
});

test('a search that failed says why, and one that does not exist says so', async () => {
  await open('?leak=4', buildLeakSearch({ state: 'failed', failure: 'The search took too long.' }));
  expect(await screen.findByText('The search took too long.')).toBeTruthy();
  leaveSite();
  await open('?leak=5', errorAnswer(404, 'not_found'));
  expect(await screen.findByText('This search does not exist.')).toBeTruthy();
});

test('without two-step login there is a way to turn it on instead of a form', async () => {
  await open('', buildLeakSearch(), { isOn: false });
  expect(await screen.findByRole('link', { name: 'your profile page' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Find the source' })).toBeNull();
});

test('a file that is no picture is refused before and after it was sent', async () => {
  // jsdom has no addresses for files.
  Object.assign(URL, { createObjectURL: () => 'blob:leak', revokeObjectURL: () => {} });
  await open('');
  const input = await screen.findByLabelText('Leaked pictures', { selector: 'input' });
  const choose = (file: File) => fireEvent.change(input, { target: { files: [file] } });
  choose(new File(['words'], 'notes.txt', { type: 'text/plain' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Choose JPEG, PNG or WebP pictures.');
  choose(new File(['no picture'], 'leak.jpg', { type: 'image/jpeg' }));
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Seen on a public page' } });
  fireEvent.change(screen.getByLabelText('Code from your authenticator app'), {
    target: { value: '123456' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Find the source' }));
  await waitFor(() =>
    expect(bodiesSentTo(calls, leakEndpoints.startLeakSearch)).toEqual([
      { reason: 'Seen on a public page', code: '123456', event: null, album: null, pictures: 1 },
    ]),
  );
  expect((await screen.findByRole('alert')).textContent).toContain('Choose a JPEG, PNG or WebP picture.');
});

test('several pictures of one leak are sent in order, and at most 20', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:leak', revokeObjectURL: () => {} });
  await open('');
  const input = await screen.findByLabelText('Leaked pictures', { selector: 'input' });
  const picture = (number: number) =>
    new File(['picture'], `leak-${number}.jpg`, { type: 'image/jpeg', lastModified: 1 });
  const choose = (files: File[]) => fireEvent.change(input, { target: { files } });
  choose(Array.from({ length: 21 }, (_, i) => picture(i)));
  expect((await screen.findByRole('alert')).textContent).toBe('Choose at most 20 pictures.');
  choose([picture(1), picture(2)]);
  choose([picture(2), picture(3)]);
  expect(screen.getAllByAltText(/What you chose/)).toHaveLength(3);
  fireEvent.click(screen.getByRole('button', { name: 'Remove picture 2' }));
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Seen on a public page' } });
  fireEvent.change(screen.getByLabelText('Code from your authenticator app'), {
    target: { value: '123456' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Find the source' }));
  await waitFor(() =>
    expect(bodiesSentTo(calls, leakEndpoints.startLeakSearch)).toMatchObject([{ pictures: 2 }]),
  );
});

test('a result of several pictures says how many look like photos of ours', async () => {
  await open('?leak=4', buildLeakSearch({ state: 'named', findings: [found], pictures: 5, images_read: 4 }));
  expect(await screen.findByText(/4 of 5 pictures look like a photo of ours/)).toBeTruthy();
});
