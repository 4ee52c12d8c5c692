import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Order, Pool } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { AlbumCover } from '#web/components/album-cover.tsx';
import { buttonStyle, Spinner } from '#web/components/button.tsx';
import { LinkButtons } from '#web/components/link-buttons.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { Trans } from '#web/components/trans.tsx';
import { useClock } from '#web/lib/clock.ts';
import { formatLongMoment } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/navigation.tsx';
import { CancelOrder } from './checkout-changes.tsx';
import { CheckoutLines, CheckoutShareSwitch } from './checkout-lines.tsx';
import { joinLabel, PoolJoin } from './pool-join.tsx';
import { describePhase, describeTimeLeft, whatIsShared } from './pool-messages.ts';
import { PoolShares } from './pool-shares.tsx';

type PoolViewProps = {
  order: Order;
  pool: Pool;
  invites: ReactNode;
};

export function PoolView({ order, pool, invites }: PoolViewProps) {
  const isOpen = pool.phase === 'filling' || pool.phase === 'covering';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 desk:grid-cols-[minmax(0,1fr)_440px] desk:grid-rows-[auto_1fr] desk:gap-x-8">
      <div className="grid gap-5">
        <PoolCover order={order} />
        <PoolProgress pool={pool} />
      </div>
      {pool.mine === 0 && pool.shares_left.length > 0 && (
        <div className="sticky bottom-(--tab-bar-height) z-10 -mx-4 flex items-center gap-4 border-line border-y bg-surface/94 px-4 py-2.5 backdrop-blur-[18px] desk:hidden">
          <p className="mr-auto min-w-0 text-13 leading-tight text-ink-2">
            <b className="block text-18 font-[750] tracking-[-0.02em] text-ink tabular-nums">
              {formatCents(pool.shares_left[0] ?? 0)}
            </b>
            {i18n.t('a share')}
          </p>
          <a href="#take-shares" className={`${buttonStyle('buy')} h-12!`}>
            {joinLabel(order)}
          </a>
        </div>
      )}
      <div className="desk:sticky desk:top-[88px] desk:col-start-2 desk:row-span-2 desk:row-start-1">
        <PoolJoin order={order} pool={pool} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 desk:col-start-1 desk:row-start-2">
        {isOpen && (order.is_mine || pool.mine > 0) && (
          <SectionCard
            title={i18n.t('Invite other parents')}
            intro={i18n.t('Anyone with the link can join. They only see first names and shares.')}
          >
            <LinkButtons
              path={paths.checkout(order.key)}
              title={i18n.t('Join my group order: {what}', { what: whatIsShared(order) })}
              hasCode
            />
            {invites}
          </SectionCard>
        )}
        <CheckoutLines order={order} title={i18n.t('In this group order')} hasTotal />
        {order.is_mine && pool.taken === 0 && <CheckoutShareSwitch order={order} />}
        {order.is_mine && pool.phase === 'filling' && (
          <div className="justify-self-center desk:-ml-[18px] desk:justify-self-start">
            <CancelOrder order={order} />
          </div>
        )}
      </div>
    </div>
  );
}

/** The first album, so that everyone sees what the group order is about. */
function PoolCover({ order }: { order: Order }) {
  const album = order.items[0]?.album;
  if (!album?.cover.length) return null;
  return <AlbumCover album={album} isEager deskWidth="min(680px, 60vw)" />;
}

const MINUTE_MS = 60_000;

const LOOKS = {
  plain: 'border-line bg-surface',
  ok: 'border-transparent bg-ok-bg',
  warn: 'border-transparent bg-warn-bg',
} as const;

function PoolProgress({ pool }: { pool: Pool }) {
  const words = describePhase(pool);
  const now = useClock(MINUTE_MS / 2, () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
  const isOpen = pool.phase === 'filling' || pool.phase === 'covering';
  return (
    <section
      aria-label={i18n.t('Shares')}
      className={`grid grid-cols-[minmax(0,1fr)] gap-5 rounded-sheet border p-5 desk:p-8 ${LOOKS[words.tone]}`}
    >
      <div role="status" className="grid gap-1">
        <h2 className="flex items-center gap-3 text-28 leading-tight font-extrabold tracking-[-0.03em] tabular-nums">
          {pool.phase === 'charging' && (
            <span className="text-22">
              <Spinner />
            </span>
          )}
          {words.title}
        </h2>
        <p className="max-w-[60ch] text-ink-2">{words.sentence}</p>
      </div>
      <PoolShares pool={pool} />
      {isOpen && (
        <p className="flex items-start gap-2 text-15">
          <Clock size={20} strokeWidth={1.8} className="mt-px flex-none" />
          <span>
            <Trans
              id="Open until <time>{deadline}</time>, <left>{timeLeft}</left>"
              values={{
                deadline: formatLongMoment(pool.deadline),
                timeLeft: describeTimeLeft(pool.deadline, now),
              }}
              components={{
                time: <time dateTime={pool.deadline} className="font-[650]" />,
                left: <span className="whitespace-nowrap text-ink-2" />,
              }}
            />
          </span>
        </p>
      )}
    </section>
  );
}
