import { type ReactNode, useState } from 'react';
import { userOrderListEndpoints } from '#contract/endpoints/user-administration.ts';
import type { OrderOfUser } from '#contract/entities/order-of-user.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { ORDER_STATE_NAMES, userOrderList } from '#contract/lists/users.ts';
import { formatCents } from '#contract/rules/money.ts';
import { describeGift } from '#contract/rules/orders.ts';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { StaffButton } from '#web/components/staff-button.tsx';
import { cardName } from '#web/lib/card-name.ts';
import { formatDay, teamName } from '#web/lib/formats.ts';
import { type ListRows, useListState, useServerRows } from '#web/lib/lists/list-rows.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { albumPlaceSearch, searchFor, useAsked } from '#web/lib/search-params.ts';
import { userCan, useUser } from '#web/lib/session.ts';
import { Nothing, PanelFrame, PanelToolbar } from './panel.tsx';

/** The page hands in the sheets, because features do not import each other. */
type OrdersPanelProps = {
  userId: number;
  refund: (order: OrderOfUser, onClose: () => void) => ReactNode;
  swap: (item: OrderItem, onClose: () => void) => ReactNode;
  request: (order: OrderOfUser) => ReactNode;
};

export function OrdersPanel({ userId, refund, swap, request }: OrdersPanelProps) {
  const rows = useServerRows(useListState(userOrderList, { user: userId }), userOrderListEndpoints);
  const [chosen, setRefunding] = useState<OrderOfUser>();
  const [asked, setIsAsked] = useAskedRefund(rows);
  const refunding = chosen ?? asked;
  const [swapping, setSwapping] = useState<OrderItem>();
  return (
    <PanelFrame title="Orders and payments">
      <PanelToolbar rows={rows} fileName={`orders-of-user-${userId}.csv`} />
      <StaffList
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ id }) => `order ${id}`}
        hasKeys={false}
        rowPx={{ desk: 132, phone: 160 }}
        card={(order) => (
          <OrderRow
            order={order}
            userId={userId}
            onRefund={() => setRefunding(order)}
            onSwap={setSwapping}
            request={request}
          />
        )}
        empty={<Nothing>No orders yet.</Nothing>}
      />
      {refunding &&
        refund(refunding, () => {
          setRefunding(undefined);
          setIsAsked(false);
        })}
      {swapping && swap(swapping, () => setSwapping(undefined))}
    </PanelFrame>
  );
}

/** The palette asks for the refund of an order by its number, which the list is then searched for. */
function useAskedRefund({ state, rowAt }: ListRows<typeof userOrderList>) {
  const [isAsked, setIsAsked] = useAsked('refund');
  const first = isAsked ? rowAt(0) : undefined;
  const mayRefund = userCan(useUser(), 'refunds');
  const isIt = first && mayRefund && String(first.id) === state.filters.q && canRefund(first);
  return [isIt ? first : undefined, setIsAsked] as const;
}

const canRefund = (order: OrderOfUser) =>
  ['paid', 'partly_refunded'].includes(order.status) &&
  (order.total > order.refunded || order.total === 0) &&
  order.refund_request === null;

const LOOK: Record<OrderOfUser['status'], string> = {
  open: 'bg-sunk text-ink-2',
  paid: 'bg-ok-bg text-ok',
  partly_refunded: 'bg-warn-bg text-warn',
  refunded: 'bg-warn-bg text-warn',
  cancelled: 'bg-sunk text-ink-2',
  expired: 'bg-sunk text-ink-2',
};

const PAYMENT_WORDS: Record<OrderOfUser['payments'][number]['status'], string> = {
  processing: 'in progress',
  requires_action: 'waiting for the bank',
  authorized: 'authorized, not charged',
  succeeded: 'paid',
  failed: 'failed',
  released: 'released',
};

type ListedRefund = OrderOfUser['refunds'][number];

const REFUND_WORDS: Record<ListedRefund['status'], string> = {
  reserved: 'waiting for the card provider',
  pending: 'waiting for the bank',
  succeeded: 'sent to the bank',
  failed: 'refused by the card provider',
};
const OUTCOME_WORDS = {
  refunded_again: ' and sent again',
  paid_another_way: ' and paid another way',
  purchase_kept: '; the buyer kept the purchase',
  lost_in_dispute: '; the bank gave the money back after a dispute',
};

function refundMessage({ id, status }: ListedRefund, { returned_refunds }: OrderOfUser): string {
  const returned = returned_refunds.find(({ refund }) => refund === id);
  if (!returned) return REFUND_WORDS[status];
  const failure = returned.was_refused ? REFUND_WORDS.failed : 'returned by the bank';
  const words = `${failure}${returned.outcome ? OUTCOME_WORDS[returned.outcome] : ''}`;
  return returned.note ? `${words} (${returned.note})` : words;
}

const failureMessage = (code: string) => ERRORS[code as ErrorCode]?.message ?? code;

type OrderItem = OrderOfUser['items'][number];

type OrderRowProps = {
  order: OrderOfUser;
  userId: number;
  onRefund: () => void;
  onSwap: (item: OrderItem) => void;
  /** Refunds that failed or wait for a second person, and disputes. */
  request: (order: OrderOfUser) => ReactNode;
};

export function OrderRow({ order, userId, onRefund, onSwap, request }: OrderRowProps) {
  return (
    <div className="grid gap-2 px-4 py-3">
      <OrderHead order={order} onRefund={onRefund} />
      {request(order)}
      <OrderLines order={order} onSwap={onSwap} />
      <MoneyLines order={order} userId={userId} />
    </div>
  );
}

function OrderHead({ order, onRefund }: { order: OrderOfUser; onRefund: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14">
      <b className="font-[650]">Order {order.id}</b>
      <span className={`rounded-full px-2 text-12 leading-5 font-[650] ${LOOK[order.status]}`}>
        {ORDER_STATE_NAMES[order.status]}
      </span>
      {order.is_pool && (
        <span className="text-12 text-ink-2">
          {order.is_mine ? 'Group order' : `Group order of ${order.owner_first_name}`}
        </span>
      )}
      {order.gift && (
        <span className="text-12 break-all text-ink-2">
          {describeGift(order.gift.email)}
          {order.paid_at !== null && (order.gift.delivered_at === null ? ', waiting' : ', delivered')}
        </span>
      )}
      <time dateTime={order.created_at} className="text-13 text-ink-2">
        {formatDay(order.created_at)}
      </time>
      <span className="ml-auto font-[650] tabular-nums">
        {order.is_pool ? <OwnShare order={order} /> : formatCents(order.total)}
      </span>
      {canRefund(order) && (
        <StaffButton
          needs="refunds"
          kind="line"
          size="small"
          onClick={onRefund}
          aria-label={`${order.total === 0 ? 'End' : 'Refund'} order ${order.id}`}
        >
          {order.total === 0 ? 'End' : 'Refund'}
        </StaffButton>
      )}
    </div>
  );
}

/** In a pool the user pays a part of the total, or has it held until the pool is full. */
function OwnShare({ order: { own, pool, total } }: { order: OrderOfUser }) {
  const held = own.paid === 0 ? (pool?.my_amount ?? 0) : 0;
  return (
    <>
      {formatCents(held || own.paid)}{' '}
      <span className="text-12 font-normal text-ink-2">
        {held > 0 ? 'held, of' : 'of'} {formatCents(total)}
      </span>
    </>
  );
}

function OrderLines({ order, onSwap }: { order: OrderOfUser; onSwap: (item: OrderItem) => void }) {
  return (
    <ul aria-label={`Lines of order ${order.id}`} className="grid gap-1 text-13 text-ink-2">
      {order.items.map((item) => (
        <li key={item.id} className="flex min-h-9 items-center justify-between gap-3">
          <span className="min-w-0">
            <AlbumLink albumId={item.now.album}>
              {item.now.title}
              {item.now.image !== null && `, photo ${item.now.image}`}
            </AlbumLink>
            {(item.is_refunded || item.refunded > 0) && (
              <b className="font-[650] text-warn">
                {' '}
                {item.is_refunded ? 'Refunded' : `${formatCents(item.refunded)} refunded`}
              </b>
            )}
            {isSwapped(item) && (
              <span className="block truncate text-12">
                Bought as {teamName(item.album)}
                {item.image !== null && `, photo ${item.image}`}
              </span>
            )}
          </span>
          <span className="ml-auto tabular-nums">{formatCents(item.total)}</span>
          {item.can_swap && (
            <StaffButton
              kind="line"
              size="small"
              onClick={() => onSwap(item)}
              aria-label={`Swap ${item.now.title}${item.now.image === null ? '' : `, photo ${item.now.image}`}`}
            >
              Swap
            </StaffButton>
          )}
        </li>
      ))}
    </ul>
  );
}

const isSwapped = ({ now, album, image }: OrderItem) => now.album !== album.id || now.image !== image;

function AlbumLink({ albumId, children }: { albumId: number; children: ReactNode }) {
  return (
    <Link
      to={paths.adminAlbums}
      search={searchFor(albumPlaceSearch, { album: albumId, panel: 'sales' })}
      className="text-ink underline decoration-edge underline-offset-3 hover:decoration-ink"
    >
      {children}
    </Link>
  );
}

function MoneyLines({ order, userId }: { order: OrderOfUser; userId: number }) {
  const { payments, refunds } = order;
  if (payments.length + refunds.length === 0) return null;
  return (
    <ul aria-label="Payments and refunds" className="grid gap-0.5 text-12 text-ink-2">
      {payments.map((payment) => (
        <li key={payment.id}>
          Payment {payment.id}
          {payment.payer.id !== userId && ` by ${payment.payer.name}`}, {formatCents(payment.amount)}
          {payment.card && `, ${cardName(payment.card)}`},{' '}
          <span className={payment.status === 'failed' ? 'font-[650] text-bad' : undefined}>
            {payment.failure ? failureMessage(payment.failure) : PAYMENT_WORDS[payment.status]}
          </span>
          , {formatDay(payment.created_at)}
        </li>
      ))}
      {refunds.map((refund) => (
        <li key={refund.id} className="break-words">
          Refund {refund.id}, {formatCents(refund.amount)}, {refundMessage(refund, order)},{' '}
          {formatDay(refund.created_at)}
          {refund.memo && `: ${refund.memo}`}
        </li>
      ))}
    </ul>
  );
}
