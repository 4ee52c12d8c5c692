// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { LANGUAGE_COOKIE } from '#contract/i18n.ts';
import { answer, answerCalls, bodiesSentTo } from '#web/testing/answers.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { openSite, renderSite } from '#web/testing/render-site.tsx';

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no other way
  document.cookie = `${LANGUAGE_COOKIE}=; path=/; max-age=0`;
});

test('a visitor changes the language in the footer, and the browser keeps it', async () => {
  answerCalls();
  renderSite('/terms');
  fireEvent.click(await screen.findByRole('button', { name: 'Español' }));
  await waitFor(() => expect(document.cookie).toContain(`${LANGUAGE_COOKIE}=es`));
});

test('the profile of a customer keeps the language', async () => {
  let user = buildUser({ language: 'en' });
  const { fetches } = openSite('/terms', user, [
    answer(accountEndpoints.me, () => user),
    answer(accountEndpoints.updateUser, () => {
      user = { ...user, language: 'es' };
      return user;
    }),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Español' }));
  await waitFor(() =>
    expect(bodiesSentTo(fetches, accountEndpoints.updateUser)).toEqual([{ language: 'es' }]),
  );
  await waitFor(() => expect(document.cookie).toContain(`${LANGUAGE_COOKIE}=es`));
});
