// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answer, bodiesSentTo } from '#web/testing/answers.ts';
import { buildEvent } from '#web/testing/demo-albums.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { openSite } from '#web/testing/render-site.tsx';

async function openEvents({ isInstalled }: { isInstalled: boolean }) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('standalone') ? isInstalled : true,
    addEventListener() {},
    removeEventListener() {},
  }));
  const { fetches } = openSite('/events', buildUser(), [
    answer(catalogueEndpoints.listEvents, [buildEvent()]),
  ]);
  await screen.findByRole('link', { name: 'Grand Nationals' });
  return () => bodiesSentTo(fetches, catalogueEndpoints.listEvents).length;
}

const settled = () =>
  waitFor(() => expect([queryClient.isFetching(), queryClient.isMutating()]).toEqual([0, 0]));

function pull(px: number, from: Element = document.body) {
  fireEvent.touchStart(from, { touches: [{ clientX: 100, clientY: 100 }] });
  fireEvent.touchMove(from, { touches: [{ clientX: 100, clientY: 100 + px }] });
  fireEvent.touchEnd(from, { touches: [] });
}

test('in the installed app a long pull at the top loads the page again, and a short one does not', async () => {
  const loads = await openEvents({ isInstalled: true });
  await waitFor(() => expect(document.documentElement.style.overscrollBehaviorY).toBe('contain'));
  pull(60);
  await settled();
  expect(loads()).toBe(1);
  pull(200);
  await waitFor(() => expect(loads()).toBe(2));
  await waitFor(() => expect(screen.queryByText('Refreshing')).toBeNull());
});

test('in a browser tab the own gesture of the browser stays', async () => {
  const loads = await openEvents({ isInstalled: false });
  pull(200);
  await settled();
  expect(loads()).toBe(1);
  expect(document.documentElement.style.overscrollBehaviorY).toBe('');
});
