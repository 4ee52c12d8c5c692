// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openAt } from '#web/testing/open-at.tsx';
import { Link, type LinkProps } from './link.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function show(props: Partial<LinkProps>, address = '/events?q=1') {
  const [router, site] = await openAt(
    address,
    <Link to="/events" search={{ page: 2 }} {...props}>
      Next
    </Link>,
  );
  render(site);
  return { router, link: screen.getByRole('link', { name: 'Next' }) };
}

test('a click opens the page, and a click that is taken does not', async () => {
  const { router, link } = await show({});
  expect(link.getAttribute('href')).toBe('/events?page=2');
  expect(fireEvent.click(link)).toBe(false);
  expect(router.state.location.href).toBe('/events?page=2');
  cleanup();
  const taken = await show({ onClick: (event) => event.preventDefault() });
  fireEvent.click(taken.link);
  expect(taken.router.state.location.href).toBe('/events?q=1');
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'a click with %o stays with the browser',
  async (how) => {
    const { router, link } = await show({ target: undefined });
    link.addEventListener('click', (event) => event.preventDefault());
    fireEvent.click(link, how);
    expect(router.state.location.href).toBe('/events?q=1');
  },
);

test.each([
  [{ current: 'page' as const }, '/events', 'page'],
  [{ current: 'page' as const, to: '/admin' }, '/admin/users', null],
  [{ current: 'area' as const, to: '/admin' }, '/admin/users', 'page'],
  [{ current: 'area' as const, to: '/admin/user' }, '/admin/users', null],
  [{}, '/events', null],
])('%o at %s is marked as %s', async (props, address, mark) => {
  const { link } = await show(props, address);
  expect(link.getAttribute('aria-current')).toBe(mark);
});

test('a pointer that rests on a link asks for its page, one that passes does not', async () => {
  const { router, link } = await show({});
  const preload = vi.spyOn(router, 'preload');
  vi.useFakeTimers();
  fireEvent.mouseEnter(link);
  fireEvent.mouseLeave(link);
  vi.advanceTimersByTime(100);
  expect(preload).not.toHaveBeenCalled();
  fireEvent.mouseEnter(link);
  vi.advanceTimersByTime(100);
  expect(preload).toHaveBeenCalledExactlyOnceWith('/events?page=2');
});
