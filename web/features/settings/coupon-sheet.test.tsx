// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { type Coupon, couponEndpoints, couponState, newCoupon } from '#contract/endpoints/coupons.ts';
import { openSession } from '#web/lib/session.ts';
import { answer, answerCalls, bodiesSentTo, errorAnswer } from '#web/testing/answers.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { renderPart } from '#web/testing/render-part.tsx';
import { CouponSheet, NO_COUPON, toNewCoupon } from './coupon-sheet.tsx';

const READ: Coupon = {
  id: 1,
  version: 3,
  code: 'SPRING',
  kind: 'percent',
  percent_off: 10,
  amount_off: null,
  expires_at: '2027-01-31T23:59:59.999Z',
  max_uses: null,
  max_uses_per_customer: 1,
  memo: 'Finals',
  teams: [],
  events: [],
  uses: 0,
  ended_at: null,
  created_at: '2026-11-01T10:00:00.000Z',
};

test('a discount that a colleague made dollars meanwhile never turns my percent into dollars', async () => {
  const theirs: Coupon = { ...READ, version: 4, kind: 'fixed', percent_off: null, amount_off: 500 };
  const at = '2026-11-18T15:42:00Z';
  const changes = [{ field: 'percent_off', theirs: '', by: 'Ben Ortiz', at }];
  let refusals = 1;
  const calls = answerCalls(
    answer(catalogueEndpoints.listStaffEvents, []),
    answer(couponEndpoints.listCoupons, [theirs]),
    answer(couponEndpoints.updateCoupon, () =>
      refusals-- > 0 ? errorAnswer(409, 'changed_meanwhile', 'Changed', { changes }) : READ,
    ),
  );
  openSession({ jwt: 'token-1', user: buildUser({ type: 'super', name: 'Ana Diaz' }) });
  const onClose = vi.fn();
  renderPart(<CouponSheet coupon={READ} onClose={onClose} />);
  fireEvent.change(await screen.findByLabelText('Percent'), { target: { value: '20' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save coupon' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Ben Ortiz also changed this' });
  expect(dialog.textContent).toMatch(/Discount.*Yours.*20%.*Ben Ortiz.*\$5\.00/);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(bodiesSentTo(calls, couponEndpoints.updateCoupon)).toEqual([
    { percent_off: 20, version: 3 },
    { kind: 'percent', percent_off: 20, amount_off: null, version: 4 },
  ]);
});

test('a team that does not exist is named at its field, and what was typed stays', async () => {
  const message = 'There is no album of Star Atletics. Check the spelling.';
  const details = [{ path: 'teams', message }];
  answerCalls(
    answer(catalogueEndpoints.listStaffEvents, []),
    answer(couponEndpoints.updateCoupon, () => errorAnswer(400, 'invalid_request', 'Check it', details)),
  );
  openSession({ jwt: 'token-1', user: buildUser({ type: 'super', name: 'Ana Diaz' }) });
  renderPart(<CouponSheet coupon={READ} onClose={vi.fn()} />);
  const teams = await screen.findByLabelText<HTMLTextAreaElement>(/Only for these teams/);
  fireEvent.change(teams, { target: { value: 'Star Atletics' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save coupon' }));
  await screen.findByText(message);
  expect(teams.value).toBe('Star Atletics');
});

const percentOff = (off: string) => ({ kind: 'percent' as const, off });

test('a coupon is typed as percent or dollars, and what is left empty has no limit', () => {
  const percent = newCoupon.parse(
    toNewCoupon({ ...NO_COUPON, code: 'spring-10', discount: percentOff('10') }),
  );
  expect(percent).toMatchObject({ code: 'SPRING-10', percent_off: 10, amount_off: null, max_uses: null });
  const fixed = newCoupon.parse(
    toNewCoupon({
      ...NO_COUPON,
      code: 'FIVE',
      discount: { kind: 'fixed', off: '5.50' },
      expires_on: '2027-01-31',
    }),
  );
  expect(fixed).toMatchObject({ percent_off: null, amount_off: 550, max_uses_per_customer: 1 });
  expect(Date.parse(fixed.expires_at ?? '')).toBe(new Date('2027-01-31T23:59:59.999').getTime());
});

test('nonsense is refused', () => {
  for (const wrong of [
    { discount: percentOff('') },
    { discount: percentOff('ten') },
    { discount: percentOff('101') },
    { discount: percentOff('10'), max_uses: 'many' },
    { code: '!' },
  ]) {
    const body = toNewCoupon({ ...NO_COUPON, code: 'SPRING', ...wrong });
    expect(newCoupon.safeParse(body).success, JSON.stringify(wrong)).toBe(false);
  }
});

test('a coupon that was ended, has expired or is used up is not active', () => {
  const coupon = {
    id: 1,
    version: 0,
    code: 'A-1',
    kind: 'percent' as const,
    percent_off: 10,
    amount_off: null,
    expires_at: null,
    max_uses: 2,
    max_uses_per_customer: null,
    memo: '',
    teams: [],
    events: [],
    uses: 1,
    ended_at: null,
    created_at: '2026-11-01T10:00:00.000Z',
  };
  const now = Date.parse('2026-11-15T10:00:00Z');
  expect(couponState(coupon, now)).toBe('active');
  expect(couponState({ ...coupon, uses: 2 }, now)).toBe('used_up');
  expect(couponState({ ...coupon, expires_at: '2026-11-15T09:00:00.000Z' }, now)).toBe('expired');
  expect(couponState({ ...coupon, ended_at: '2026-11-02T10:00:00.000Z' }, now)).toBe('ended');
});
