import type { Page } from '@playwright/test';
import { DESK, expectAccessible, PHONE } from './axe.ts';
import { logIn, newPage, newPerson, nextMessage, openSession, register } from './people.ts';
import { expect, test } from './test.ts';

test.setTimeout(180_000);

type Team = { code: string; team_name: string };

let token: string | undefined;

async function asSuper<T>(
  page: Page,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  data?: object,
): Promise<T> {
  token ??= (await openSession(page, 'super@encore.test')).jwt;
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.fetch(`/api${path}`, { method, headers, ...(data ? { data } : {}) });
  expect(answer.status(), `${method} ${path}: ${await answer.text()}`).toBe(200);
  return answer.json();
}

/** An event with teams whose photos are not up yet. */
async function buildEvent(page: Page, name: string, teams: number) {
  const event = await asSuper<{ id: number }>(page, 'POST', '/events', {
    name,
    brand_name: 'Crown Series',
    producer_name: '',
    venue_name: 'Coliseum',
    city: 'Denver',
    state: 'CO',
    start_date: new Date().toISOString().slice(0, 10),
    time_zone: 'America/Denver',
  });
  const albums: { id: number }[] = [];
  for (let order = 1; order <= teams; order++) {
    albums.push(
      await asSuper(page, 'POST', '/albums', {
        program_name: `${name} Athletics`,
        team_name: `Squad ${order}`,
        division_name: 'Junior 2',
        performance_order: order,
        events: [event.id],
        identifier: `${order}`,
      }),
    );
  }
  const codes = await asSuper<{ code: string; base_url: string; teams: Team[] }>(
    page,
    'GET',
    `/events/${event.id}/poster-codes`,
  );
  return { eventId: event.id, albums, ...codes };
}

/** Counts the taps of a person on a phone. */
function countTaps() {
  let taps = 0;
  return {
    tap: async (target: ReturnType<Page['getByRole']>) => {
      taps += 1;
      await target.tap();
    },
    taps: () => taps,
  };
}

const phone = { viewport: PHONE, hasTouch: true, isMobile: true };

test('a parent scans the poster of an event, picks the team and is told by text when photos are up', async ({
  page,
  browser,
}) => {
  const { code, albums } = await buildEvent(page, 'Scanfest', 12);
  const parent = await newPage(browser, phone);
  const { tap, taps } = countTaps();
  await parent.goto(`/e/${code}`);
  await expect(parent.getByRole('heading', { name: 'Scanfest' })).toBeVisible();
  await expectAccessible(parent);
  await tap(parent.getByRole('button', { name: /Squad 3/ }));
  await tap(parent.getByLabel('Email or phone'));
  const number = `303555${String(Date.now()).slice(-4)}`;
  await parent.getByLabel('Email or phone').fill(number);
  await tap(parent.getByRole('button', { name: 'Tell me when photos are up' }));
  await tap(parent.getByLabel('Code'));
  const { text } = await nextMessage(parent, `+1${number}`, /is your Encore code/);
  await parent.getByLabel('Code').fill(text.slice(0, 6));
  await tap(parent.getByRole('button', { name: 'Tell me when photos are up' }));
  await expect(parent.getByText(/You’re following Scanfest Athletics Squad 3/)).toBeVisible();
  expect(taps()).toBeLessThanOrEqual(5);
  await expectAccessible(parent);

  const album = albums[2]?.id ?? 0;
  await asSuper(page, 'PUT', `/albums/${album}`, { published: true });
  await expect(async () => {
    await parent.goto('/');
    await expect(parent).toHaveURL(new RegExp(`/user-album/${album}$`), { timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
  await parent.goto('/');
  await expect(parent.getByRole('heading', { name: 'My Saved Team Searches' })).toBeVisible();
  await expect(parent).toHaveURL(/\/$/);
});

test('a parent scans the card of a team and opens the mailed link, with no press after it', {
  tag: '@deep',
}, async ({ page, browser }) => {
  const { teams } = await buildEvent(page, 'Mailfest', 2);
  const code = teams[1]?.code ?? '';
  const { email } = newPerson();
  const parent = await newPage(browser, phone);
  const { tap, taps } = countTaps();
  await parent.goto(`/e/${code}`);
  await tap(parent.getByLabel('Email or phone'));
  await parent.getByLabel('Email or phone').fill(email);
  await tap(parent.getByRole('button', { name: 'Tell me when photos are up' }));
  await expect(parent.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const { text } = await nextMessage(parent, email, /\/e\/\w{6}\?follow=/);
  const link = new URL(/https?:\/\/\S+follow=\S+/.exec(text)?.[0] ?? '');
  await parent.goto(link.pathname + link.search);
  await expect(parent.getByText(/You’re following Mailfest Athletics Squad 2/)).toBeVisible();
  expect(taps()).toBeLessThanOrEqual(2);
  await tap(parent.getByRole('link', { name: 'Go to my albums' }));
  await expect(parent.getByRole('heading', { name: 'My Saved Team Searches' })).toBeVisible();
  await expect(parent.getByRole('main').getByText('Squad 2').first()).toBeVisible();
});

test('a visitor finds the team on the landing page, logs in, and the team is saved', {
  tag: '@deep',
}, async ({ page, browser }) => {
  await buildEvent(page, 'Doorfest', 2);
  const person = newPerson();
  await register(page, person);
  const visitor = await newPage(browser, phone);
  const { tap, taps } = countTaps();
  await visitor.goto('/');
  await visitor.getByRole('combobox', { name: 'Find your team or event' }).fill('doorfest squad 2');
  await expectAccessible(visitor);
  await tap(visitor.getByRole('option', { name: /Doorfest Athletics Squad 2/ }));
  await tap(visitor.getByRole('region', { name: 'Your team' }).getByRole('link', { name: 'Log in' }));
  await visitor.getByLabel('Email').fill(person.email);
  await visitor.getByLabel('Password', { exact: true }).fill(person.password);
  await tap(visitor.getByRole('button', { name: 'Log in', exact: true }));
  await expect(visitor.getByText(/You’re following Doorfest Athletics Squad 2/)).toBeVisible();
  expect(taps()).toBeLessThanOrEqual(3);
});

test('an unknown code leads to the search', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/e/222222');
  await expect(page.getByRole('heading', { name: 'We don’t know this code' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Find your team or event' })).toBeVisible();
  await expectAccessible(page);
});

const PAPERS = ['A4', 'Letter'] as const;
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;

test('staff print a poster, cards of the teams and a slide on A4 and Letter', { tag: '@deep' }, async ({
  page,
}) => {
  const { eventId, code, base_url: baseUrl, teams } = await buildEvent(page, 'Printfest', 10);
  await page.setViewportSize(DESK);
  await logIn(page, 'super@encore.test');
  const sheets = [
    { name: 'Poster', pages: 1, codes: [code] },
    { name: 'Team cards', pages: 2, codes: teams.map((team) => team.code) },
    { name: 'Slide for screens', pages: 1, codes: [code] },
  ];
  await page.goto(`/admin/events/${eventId}/posters`);
  for (const sheet of sheets) {
    await page.getByRole('button', { name: sheet.name }).click();
    const shown = page.locator('[data-print] [data-code]');
    await expect(shown).toHaveCount(sheet.codes.length);
    const printed = await shown.evaluateAll((found) => found.map((one) => one.getAttribute('data-code')));
    expect(printed).toEqual(sheet.codes.map((one) => `${baseUrl}/e/${one}`));
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeHidden();
    await expect(page.locator('[data-print]')).toBeVisible();
    await page.emulateMedia({ media: null });
    for (const format of PAPERS) {
      const pdf = await page.pdf({ format, preferCSSPageSize: false, printBackground: true });
      expect(pagesOf(pdf), `${sheet.name} on ${format}`).toBe(sheet.pages);
    }
  }
});

test('a shared link tells messengers what it is about', { tag: '@deep' }, async ({ page, request }) => {
  const { teams } = await buildEvent(page, 'Share "fest" <b>', 1);
  const code = teams[0]?.code ?? '';
  const html = await (await request.get(`/e/${code.toLowerCase()}`)).text();
  expect(html).toContain('Share &quot;fest&quot; &lt;b&gt;');
  expect(html).not.toContain('<b>');
  const [, image = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
  const picture = await request.get(new URL(image).pathname);
  expect(picture.headers()['content-type']).toBe('image/png');
  expect(html).toContain(`<link rel="canonical" href="${new URL(image).origin}/e/${code}" />`);
  const unknown = await (await request.get('/e/222222')).text();
  expect(unknown).not.toContain('og:image');
});
