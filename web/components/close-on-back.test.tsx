// @vitest-environment jsdom
import { createBrowserHistory, Outlet, RouterProvider } from '@tanstack/react-router';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Link } from '#web/lib/navigation.tsx';
import { openSession } from '#web/lib/session.ts';
import { createAppRouter } from '#web/router.tsx';
import { buildUser } from '#web/testing/demo-user.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { SaveGuard } from './save-guard.tsx';
import { Sheet } from './sheet.tsx';

function PageWithSheet() {
  const [isOpen, setIsOpen] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <h1>Albums</h1>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Sheet title="Your cart" onClose={() => setIsOpen(false)}>
          <button type="button" onClick={() => setIsAsking(true)}>
            Ask
          </button>
        </Sheet>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Sure?"
          sentence=""
          confirmLabel="Yes"
          onConfirm={() => undefined}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

const UnsavedPrices = () => (
  <>
    <Link to="/albums">Albums</Link>
    <SaveGuard save={{ unsaved: { isUnsaved: true, isSaved: { current: false } } }} />
  </>
);

const page = (path: string, part: React.ReactElement) =>
  ({ guard: 'public', path, title: '', page: async () => () => part }) as const;
const goBack = () => act(() => window.history.back());

test('Back closes a sheet on the first page of a visit, and stays there', async () => {
  window.history.pushState(null, '', '/albums?sort=new');
  const history = createBrowserHistory();
  const router = createAppRouter({ routes: [page('/albums', <PageWithSheet />)], history, Frame: Outlet });
  render(<RouterProvider router={router} />);
  for (let time = 0; time < 2; time += 1) {
    fireEvent.click(await screen.findByRole('button', { name: 'Open' }));
    await screen.findByText('Your cart');
    goBack();
    await waitFor(() => expect(screen.queryByText('Your cart')).toBeNull());
    await waitFor(() => expect(window.history.state.isCovered).toBe(true));
    expect(window.location.pathname + window.location.search).toBe('/albums?sort=new');
  }
  history.destroy();
});

test('the question about unsaved changes holds up the way to another page on the first page of a visit', async () => {
  openSession({ jwt: 'token-1', user: buildUser() });
  window.history.pushState(null, '', '/prices');
  const history = createBrowserHistory();
  const router = createAppRouter({
    routes: [page('/prices', <UnsavedPrices />), page('/albums', <h1>Albums</h1>)],
    history,
    Frame: Outlet,
  });
  render(<RouterProvider router={router} />);
  fireEvent.click(await screen.findByRole('link', { name: 'Albums' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull());
  expect(window.location.pathname).toBe('/prices');
  expect(screen.queryByRole('heading', { name: 'Albums' })).toBeNull();
  history.destroy();
});

test('Back closes what covers the page, the topmost first, and only then leaves the page', async () => {
  const history = createBrowserHistory();
  history.replace('/');
  const router = createAppRouter({
    routes: [page('/', <h1>Home</h1>), page('/albums', <PageWithSheet />)],
    history,
    Frame: Outlet,
  });
  render(<RouterProvider router={router} />);
  await screen.findByText('Home');
  await act(() => router.navigate({ to: '/albums' } as never));
  fireEvent.click(await screen.findByRole('button', { name: 'Open' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Ask' }));
  await screen.findByText('Sure?');
  const isAtAlbums = () => expect(window.location.pathname).toBe('/albums');

  goBack();
  await waitFor(() => expect(screen.queryByText('Sure?')).toBeNull());
  expect(screen.getByText('Your cart')).toBeTruthy();
  await waitFor(isAtAlbums);
  goBack();
  await waitFor(() => expect(screen.queryByText('Your cart')).toBeNull());
  expect(screen.getByText('Albums')).toBeTruthy();
  await waitFor(isAtAlbums);
  goBack();
  expect(await screen.findByText('Home')).toBeTruthy();
});
