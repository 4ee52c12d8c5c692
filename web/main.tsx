import './theme/theme.css';
import { hydrate } from '@tanstack/react-query';
import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { meQuery } from '#web/features/accounts/me.query.ts';
import { adoptConfirmLink } from '#web/lib/api.ts';
import { wait } from '#web/lib/clock.ts';
import { rememberLastLocation } from '#web/lib/come-back.ts';
import { speakPlainly } from '#web/lib/form-messages.ts';
import { startLanguage } from '#web/lib/i18n.ts';
import { reloadOnceOnMissingChunk } from '#web/lib/lazy-part.tsx';
import { hideSecrets, takeSecret } from '#web/lib/mail-link.ts';
import { paths } from '#web/lib/navigation.tsx';
import { forgetOfflineAlbums, forgetOfflineImages, keepForOffline } from '#web/lib/offline.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { readSession, startSession, subscribeToSession, tryLogin } from '#web/lib/session.ts';
import { catchInstallPrompt } from '#web/lib/standalone.ts';
import { readStored } from '#web/lib/storage.ts';
import { watchErrors } from '#web/lib/watch-errors.ts';
import { App, type AppRouter, createAppRouter } from '#web/router.tsx';
import { TryingLogin } from '#web/shell/banners.tsx';

/** The longest wait for a page that could appear without a gap. */
const FIRST_PAGE_WAIT_MS = 2_000;

const page = document.documentElement;
let root: Root | undefined;

async function start(): Promise<void> {
  hideSecrets();
  speakPlainly();
  await startLanguage();
  reloadOnceOnMissingChunk();
  watchErrors();
  if (import.meta.env.PROD) keepForOffline();
  catchInstallPrompt();
  startSession();
  adoptConfirmLink();
  await arrive();
  if (!readSession().isLoggedIn) rememberLastLocation(window.location.pathname + window.location.search);
  const router = createAppRouter();
  // The guard of the home page would lead there too, but only once the router is on the page.
  if (!readSession().isLoggedIn && window.location.pathname === paths.home) {
    router.history.replace(paths.logInAfterLogout, { isLanding: true });
    router.history.flush();
  }
  resetOnSessionChange(router);
  await show(router);
  if (readStored(`push:${readSession().user?.id}`)) {
    const { keepOnHere } = await import('#web/features/notifications/push-here.ts');
    await keepOnHere(queryClient).catch(() => undefined);
  }
}

/** The server's HTML says more than a loading indicator would. */
const isRendered = () => page.dataset.rendered !== undefined && page.dataset.hidden === undefined;

function findContainer(): HTMLElement {
  const container = document.getElementById('root');
  if (!container) throw new Error('index.html has no #root');
  return container;
}

function render(content: ReactNode): void {
  const container = findContainer();
  if (page.dataset.hidden !== undefined) container.replaceChildren();
  delete page.dataset.hidden;
  root ??= createRoot(container);
  root.render(content);
}

/** A log-in may take long, and is then seen to be tried again. */
async function tryVisibly(logIn: () => Promise<unknown>): Promise<void> {
  if (!isRendered()) render(<TryingLogin />);
  await tryLogin(logIn);
}

/** Takes the secrets of links in mails. */
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
  if (readSession().token && !readSession().isLoggedIn) {
    await tryVisibly(() => queryClient.fetchQuery(meQuery).catch(() => undefined));
  }
}

function resetOnSessionChange(router: AppRouter): void {
  let known = readSession();
  subscribeToSession(() => {
    const before = known;
    known = readSession();
    if (before.user?.id !== known.user?.id) {
      queryClient.clear();
      if (before.user) {
        forgetOfflineImages();
        forgetOfflineAlbums(before.user.id);
      }
    }
    // The guards decide again when someone logs in or out, here or in another tab.
    const isOther =
      before.user?.id !== known.user?.id ||
      before.user?.type !== known.user?.type ||
      before.user?.second_factor_needed !== known.user?.second_factor_needed;
    if (isOther) void router.invalidate();
  });
}

/** Hydrates the page that the server rendered, if it belongs to this address; otherwise renders the page. */
async function show(router: AppRouter): Promise<void> {
  const app = <App router={router} client={queryClient} />;
  const rendered = page.dataset.rendered === paths.home ? paths.logInAfterLogout : page.dataset.rendered;
  if (isRendered() && rendered === window.location.pathname) {
    router.ssr = { manifest: undefined };
    hydrate(queryClient, JSON.parse(document.getElementById('data')?.textContent ?? '{}'));
    await router.load();
    if (router.state.location.pathname === rendered) {
      startTransition(() => {
        root = hydrateRoot(findContainer(), app);
      });
      return;
    }
  }
  await Promise.race([loadFirstPage(router).catch(() => undefined), wait(FIRST_PAGE_WAIT_MS)]);
  // Done in small steps, so that the browser answers meanwhile.
  startTransition(() => render(app));
}

async function loadFirstPage(router: AppRouter): Promise<void> {
  await router.load();
  const match = router.state.matches.at(-1);
  await match?.staticData.route?.data?.(match.params);
}

void start();
