import './theme/theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Session as IssuedSession } from '#contract/endpoints/accounts.ts';
import { meQuery } from '#web/features/accounts/me.query.ts';
import { awaitFirstLogIn, isFirstPageShown, keepTyped } from '#web/lib/first-use.ts';
import { speakPlainly } from '#web/lib/form-messages.ts';
import { forgetKeptAlbums } from '#web/lib/kept-albums.ts';
import { rememberLastLocation } from '#web/lib/last-location.ts';
import { reloadOnceOnMissingChunk } from '#web/lib/load-page.ts';
import { forgetKeptPictures, keepForOffline } from '#web/lib/offline.ts';
import { paths } from '#web/lib/paths.ts';
import { adoptConfirmLink } from '#web/lib/proof.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { readSession, startSession, subscribeToSession } from '#web/lib/session.ts';
import { takeSecret } from '#web/lib/take-secret.ts';
import { watchErrors } from '#web/lib/watch-errors.ts';
import { createAppRouter } from '#web/router.tsx';
import { focusPageOnNavigation } from '#web/shell/focus-page.ts';
import { restoreScrollLate } from '#web/shell/late-scroll.ts';

/** Nobody waits longer for a page that could follow without a gap. */
const FIRST_PAGE_WAIT_MS = 2_000;

speakPlainly();
reloadOnceOnMissingChunk();
watchErrors();
if (import.meta.env.PROD) keepForOffline();
startSession();
adoptConfirmLink();
const clicked = takeSecret('mail');
if (clicked !== undefined) {
  void import('#web/features/accounts/count-click.ts').then(({ countClick }) => countClick(clicked));
}
const mailSecret = takeSecret('login');
if (mailSecret !== undefined) {
  const { arriveByMail } = await import('#web/features/accounts/arrive-by-mail.ts');
  await arriveByMail(mailSecret);
}
await goOnWithFirstLogIn();
if (readSession().token && !readSession().isLoggedIn) {
  await queryClient.fetchQuery(meQuery).catch(() => undefined);
}
if (!readSession().isLoggedIn) rememberLastLocation(window.location.pathname + window.location.search);

// The guard of the home page would lead there too, but only once the router is on the page.
if (!readSession().isLoggedIn && window.location.pathname === paths.home) {
  window.history.replaceState(null, '', paths.logInAfterLogout);
}
const router = createAppRouter();
focusPageOnNavigation(router);
restoreScrollLate(router);

let known = readSession();
subscribeToSession(() => {
  const before = known;
  known = readSession();
  if (before.user?.id !== known.user?.id) {
    queryClient.clear();
    if (before.user) {
      forgetKeptPictures();
      forgetKeptAlbums(before.user.id);
    }
  }
  // The guards decide anew when someone logs in or out, here or in another tab.
  const isOther =
    before.user?.id !== known.user?.id ||
    before.user?.type !== known.user?.type ||
    before.user?.second_factor_needed !== known.user?.second_factor_needed;
  if (isOther) void router.invalidate();
});

// What the server sent stays in view, and can be typed into, until the page itself is ready.
if (isFirstPageShown()) {
  await Promise.race([router.load().catch(() => undefined), wait(FIRST_PAGE_WAIT_MS)]);
  await goOnWithFirstLogIn();
}
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const app = createRoot(root);
keepTyped();
// Done at once, so that no key is lost between the two pages.
flushSync(() =>
  app.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  ),
);

function wait(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}

/** Opens the session of a log-in that was sent before this script was there. */
async function goOnWithFirstLogIn(): Promise<void> {
  const answer = await awaitFirstLogIn();
  if (answer?.status !== 200) return;
  const { openIssuedSession } = await import('#web/features/accounts/open-issued-session.ts');
  openIssuedSession(answer.body as Partial<IssuedSession> | undefined);
}
