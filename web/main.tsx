import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { accountEndpoints, type Session as IssuedSession } from '#contract/endpoints/accounts.ts';
import { QueryClientProvider } from '#web/boot-query.ts';
import { createRoot } from '#web/boot-react.ts';
import { meQuery } from '#web/features/accounts/me.query.ts';
import { adoptConfirmLink } from '#web/lib/api.ts';
import {
  awaitFirstAnswer,
  awaitRelease,
  isFirstPageShown,
  keepTyped,
  pressAgain,
  rememberArrival,
  takeSent,
} from '#web/lib/first-use.ts';
import { forgetKeptAlbums } from '#web/lib/forget-kept-albums.ts';
import { speakPlainly } from '#web/lib/form-messages.ts';
import { reloadOnceOnMissingChunk } from '#web/lib/load-page.ts';
import { nextTask } from '#web/lib/next-task.ts';
import { forgetKeptPictures, keepForOffline } from '#web/lib/offline.ts';
import { paths } from '#web/lib/paths.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { readSession, startSession, subscribeToSession, tryLogin } from '#web/lib/session.ts';
import { takeSecret } from '#web/lib/take-secret.ts';
import { addressOf } from '#web/lib/transport.ts';
import { watchErrors } from '#web/lib/watch-errors.ts';
import { type AppRouter, createAppRouter } from '#web/router.tsx';
import { TryingLogin } from '#web/shell/banners.tsx';
import { scrollWhenLongEnough } from '#web/shell/keep-scroll.ts';

/** Nobody waits longer for a page that could follow without a gap. */
const FIRST_PAGE_WAIT_MS = 2_000;

/**
 * Starts the site. All of it is in a function, because a module that awaits something at its top level would hold up every
 * page that shares its file.
 */
export async function start(): Promise<void> {
  speakPlainly();
  reloadOnceOnMissingChunk();
  watchErrors();
  if (import.meta.env.PROD) keepForOffline();
  startSession();
  adoptConfirmLink();
  await arrive();
  if (!readSession().isLoggedIn) rememberArrival(window.location.pathname + window.location.search);
  // The guard of the home page would lead there too, but only once the router is on the page.
  if (!readSession().isLoggedIn && window.location.pathname === paths.home) {
    window.history.replaceState(null, '', paths.logInAfterLogout);
  }
  await nextTask();
  const router = createAppRouter();
  followSession(router);
  await show(router);
}

let app: ReturnType<typeof createRoot> | undefined;

function drawIn(root: HTMLElement, page: ReactNode): void {
  app ??= createRoot(root);
  app.render(page);
}

function findRoot(): HTMLElement {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  return root;
}

/** A log-in may take long, and is then seen to be tried again. A page that the server sent says more. */
async function tryVisibly(logIn: () => Promise<unknown>): Promise<void> {
  if (!isFirstPageShown()) drawIn(findRoot(), <TryingLogin />);
  await tryLogin(logIn);
}

/** Takes the secrets of links in mails, and a log-in that was sent before this script was there. */
async function arrive(): Promise<void> {
  const clicked = takeSecret('mail');
  if (clicked !== undefined) {
    void import('#web/features/accounts/count-click.ts').then(({ countClick }) => countClick(clicked));
  }
  const mailSecret = takeSecret('login');
  if (mailSecret !== undefined) {
    const { arriveByMail } = await import('#web/features/accounts/arrive-by-mail.ts');
    await tryVisibly(() => arriveByMail(mailSecret));
  }
  await goOnWithFirstForm();
  if (readSession().token && !readSession().isLoggedIn) {
    await tryVisibly(() => queryClient.fetchQuery(meQuery).catch(() => undefined));
  }
}

function followSession(router: AppRouter): void {
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
}

/**
 * What the server sent stays in view, and can be typed into, until the page itself is ready. React renders a page that has its
 * code and data in small steps, and what comes later at once.
 */
async function show(router: AppRouter): Promise<void> {
  await Promise.race([loadFirstPage(router).catch(() => undefined), wait(FIRST_PAGE_WAIT_MS)]);
  if (isFirstPageShown()) await goOnWithFirstForm();
  const root = findRoot();
  const render = () =>
    drawIn(
      root,
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    );
  if (isFirstPageShown()) {
    await awaitRelease();
    keepTyped();
    stayInPlace(router);
    // Done at once, so that no key is lost between the two pages.
    flushSync(render);
    pressAgain(root);
  } else {
    // Done in small steps, so that the browser answers meanwhile.
    startTransition(render);
  }
}

/** The router scrolls a new page to its top, and the visitor may have read on. */
function stayInPlace(router: AppRouter): void {
  const top = window.scrollY;
  const stop = router.subscribe('onRendered', () => {
    stop();
    if (top > 0) scrollWhenLongEnough(top);
  });
}

async function loadFirstPage(router: AppRouter): Promise<void> {
  await router.load();
  const match = router.state.matches.at(-1);
  await match?.staticData.route?.data?.(match.params);
}

function wait(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}

/** Opens the session of a log-in that was sent before this script was there. Other forms go on by themselves. */
async function goOnWithFirstForm(): Promise<void> {
  await awaitFirstAnswer();
  const logIn = takeSent(addressOf(accountEndpoints.logIn, {}));
  if (!logIn) return;
  const { openIssuedSession } = await import('#web/features/accounts/open-issued-session.ts');
  openIssuedSession(logIn.body as Partial<IssuedSession> | undefined);
}
