// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReportInReview } from '#contract/endpoints/moderation.ts';
import { openSession } from '#web/lib/session.ts';
import { answerCalls } from '#web/testing/answers.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { leaveSite, renderSite } from '#web/testing/render-site.tsx';

const staff = buildUser({ type: 'customer_support' });

function report(id: number): ReportInReview {
  const created = new Date(Date.now() - (10 - id) * 3600_000);
  return {
    id,
    image: 100 + id,
    album: 1,
    event: 1,
    user: 9,
    type: 'privacy',
    memo: `Memo ${id}`,
    ack: false,
    removed: false,
    created_at: created.toISOString(),
    decide_by: new Date(created.getTime() + 48 * 3600_000).toISOString(),
    acknowledged_at: null,
    acknowledged_by: null,
    reporter: { name: 'Robin Customer', email: 'robin@example.test' },
    album_name: 'Star Athletics Comets',
    division_name: 'Senior 4',
    event_name: 'Winter Classic',
    photo: {
      id: 100 + id,
      width: 3,
      height: 2,
      captured_at: null,
      placeholder: null,
      file_name: `FILE_${id}.JPG`,
      folder: '00000000-0000-4000-8000-000000000001',
      auth: 'token',
      is_hidden: true,
      faces: 2,
    },
  };
}

let waiting: ReportInReview[];
let sent: unknown[];

function openReview() {
  const calls = answerCalls({
    'GET /users/me': { body: staff },
    'GET /reported-photos': () => ({ body: [...waiting].reverse() }),
    'POST /reported-photos/ack': () => {
      const { image, removed } = lastBody();
      waiting = waiting.filter((entry) => entry.image !== image);
      return {
        body: [{ ...report(image - 100), ack: true, removed, acknowledged_at: new Date().toISOString() }],
      };
    },
    'POST /reported-photos/reopen': () => {
      const { image } = lastBody();
      waiting = [report(image - 100), ...waiting];
      return { body: [report(image - 100)] };
    },
  });
  const lastBody = () => {
    const body = JSON.parse(String(calls.mock.lastCall?.[1]?.body));
    sent.push(body);
    return body;
  };
  renderSite('/admin/report-photo-review');
}

beforeEach(() => {
  waiting = [report(1), report(2), report(3)];
  sent = [];
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: true,
    addEventListener() {},
    removeEventListener() {},
  }));
  Element.prototype.scrollIntoView = () => {};
  openSession({ jwt: 'token-1', user: staff });
});
afterEach(leaveSite);

const press = (key: string) => fireEvent.keyDown(document.body, { key });

test('photos are kept by K, removed by R after one question, and a decision is taken back by U', async () => {
  openReview();
  expect(await screen.findByText('1 of 3')).toBeTruthy();
  press('k');
  expect(await screen.findByText('2 of 3')).toBeTruthy();
  press('r');
  expect(await screen.findByText('Remove this photo?')).toBeTruthy();
  expect(sent).toEqual([{ image: 101, removed: false }]);
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('3 of 3')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  press('u');
  await waitFor(() =>
    expect(sent).toEqual([{ image: 101, removed: false }, { image: 102, removed: true }, { image: 102 }]),
  );
  expect(await screen.findByRole('img', { name: /FILE_2/ })).toBeTruthy();
});

test('J goes on and L goes back, and nothing is decided', async () => {
  openReview();
  await screen.findByText('1 of 3');
  press('j');
  expect(await screen.findByText('2 of 3')).toBeTruthy();
  press('l');
  expect(await screen.findByText('1 of 3')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('an empty queue says so', async () => {
  waiting = [];
  openReview();
  expect((await screen.findAllByText(/No reports wait for a decision/)).length).toBeGreaterThan(0);
});
