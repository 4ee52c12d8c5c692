import { useQuery } from '@tanstack/react-query';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { ContinueByEmail } from '#web/features/accounts/continue-by-email.tsx';
import { OrderInvites } from '#web/features/invites/invite-by-mail.tsx';
import { CheckoutScreen } from '#web/features/orders/checkout-screen.tsx';
import { VisitedPoolView, visitedPoolQuery } from '#web/features/orders/visited-pool.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { paths, usePathParams } from '#web/lib/navigation.tsx';
import { useSession } from '#web/lib/session.ts';
import { boughtParts } from './bought-parts.tsx';

export function CheckoutPage() {
  const { orderId } = usePathParams('/checkout/:orderId');
  const { isLoggedIn } = useSession();
  if (!isLoggedIn) return <VisitorPage orderKey={orderId} />;
  return (
    <div className="wrap py-8 desk:py-12">
      <CheckoutScreen
        key={orderId}
        orderKey={orderId}
        bought={boughtParts}
        invites={(order) => <OrderInvites orderId={order.id} orderKey={order.key} />}
      />
    </div>
  );
}

/** An order that is no group order is not shown to visitors, who may be its owner. */
function VisitorPage({ orderKey }: { orderKey: string }) {
  const visited = useQuery(visitedPoolQuery(orderKey));
  const continueHere = (note: string) => (
    <ContinueByEmail choices={[{ label: i18n.t('Continue'), to: paths.checkout(orderKey) }]} note={note} />
  );
  return (
    <QueryState
      query={visited}
      loading={
        <div className="wrap py-5 desk:py-10">
          <Skeleton label={i18n.t('Loading the group order')} className="h-[420px]" />
        </div>
      }
      missing={
        <div className="wrap grid max-w-[520px] gap-5 py-8 desk:py-12">
          <h1 tabIndex={-1} className="text-28 leading-tight font-extrabold tracking-[-0.03em] desk:text-36">
            {i18n.t('This isn’t a group order')}
          </h1>
          <p className="text-ink-2">
            {i18n.t('The link may be incomplete. If it’s your own order, log in to open it.')}
          </p>
          {continueHere(i18n.t('We’ll email you a code and a link.'))}
        </div>
      }
    >
      {(pool) => (
        <VisitedPoolView
          visited={pool}
          entry={continueHere(
            pool.state === 'open'
              ? i18n.t('We’ll email you a code and a link. You pay nothing until you take a share.')
              : i18n.t('We’ll email you a code and a link.'),
          )}
        />
      )}
    </QueryState>
  );
}
