import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Album } from '#contract/entities/album.ts';
import type { Order } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { CoverPhotos } from '#web/components/album-cover.tsx';
import { buttonStyle } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/form.tsx';
import { LinkButtons } from '#web/components/link-buttons.tsx';
import { keepFocusOnPage } from '#web/components/page-heading.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { useUser } from '#web/lib/session.ts';
import { orderQuery } from './orders.query.ts';
import { describeStatus, whatIsShared } from './pool-messages.ts';
import { PoolShares } from './pool-shares.tsx';

/** Other features show these parts of a purchase: the clean photos, how to save and share them, and the next step. */
export type BoughtParts = Record<'picture' | 'download' | 'share' | 'hint', (order: Order) => ReactNode>;

/** Returns the one album that was bought, and nothing else with it. */
function onlyAlbum({ items }: Order): Album | undefined {
  const [first, ...others] = items;
  return first?.image === null && others.length === 0 ? first.album : undefined;
}

/** The name makes the moment personal; somebody who came by a mailed code has none yet. */
function boughtTitle(order: Order, name: string): string {
  const album = onlyAlbum(order);
  if (album && album.images_count > 1) return i18n.t('All {count} are yours', { count: album.images_count });
  const count = order.items.length;
  return name
    ? i18n.t('{count, plural, one {It’s yours, {name}} other {They’re yours, {name}}}', { count, name })
    : i18n.t('{count, plural, one {It’s yours} other {They’re yours}}', { count });
}

type PurchaseDoneProps = { orderKey: string; parts: BoughtParts; onClose: () => void };

/** The moment after a payment, on the whole screen: the photo itself, and what to do with it. */
export function PurchaseDone({ orderKey, parts, onClose }: PurchaseDoneProps) {
  const order = useQuery(orderQuery(orderKey));
  const close = () => {
    onClose();
    requestAnimationFrame(keepFocusOnPage);
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Dialog.Portal>
        <Dialog.Popup
          aria-label={order.data ? undefined : i18n.t('Your purchase')}
          className="fixed inset-0 z-40 overflow-y-auto bg-[#050409] text-ink"
        >
          <QueryState
            query={order}
            loading={<Skeleton label={i18n.t('Loading your purchase')} className="h-dvh" />}
          >
            {(loaded) => (
              <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[minmax(44dvh,1fr)_auto] desk:h-dvh desk:grid-cols-[minmax(0,1fr)_480px] desk:grid-rows-1">
                {loaded.status === 'open' ? (
                  <ReservedShare order={loaded} />
                ) : (
                  <Bought order={loaded} parts={parts} isDialog />
                )}
              </div>
            )}
          </QueryState>
          <Dialog.Close
            aria-label={i18n.t('Close')}
            className="fixed top-3 left-3 grid size-11 place-items-center rounded-full bg-[rgb(8_8_12/.55)] text-white backdrop-blur-lg"
          >
            <X size={22} strokeWidth={1.8} />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type MomentProps = {
  picture: ReactNode;
  title: string;
  words: string;
  isDialog: boolean;
  children: ReactNode;
};

/** Shows the photo, and below or beside it a card. */
function Moment({ picture, title, words, isDialog, children }: MomentProps) {
  const titleLook = 'text-28 leading-[1.1] font-extrabold tracking-[-0.035em] outline-none';
  return (
    <>
      <div className="grid min-h-0 *:min-h-0">{picture}</div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 rounded-t-sheet bg-surface px-4 pt-5 pb-[calc(20px+env(safe-area-inset-bottom))] desk:content-center desk:rounded-none desk:px-10">
        <div className="flex items-center gap-4">
          <span
            aria-hidden
            className="m-2 mr-0 grid size-12 flex-none place-items-center rounded-full bg-spot text-spot-ink shadow-[0_0_0_8px_var(--spot-wash)]"
          >
            <Check size={26} strokeWidth={2.6} />
          </span>
          <div className="min-w-0 pl-2">
            {isDialog ? (
              <Dialog.Title className={titleLook}>{title}</Dialog.Title>
            ) : (
              <h1 ref={focusOnMount} tabIndex={-1} className={titleLook}>
                {title}
              </h1>
            )}
            <p role="status" className="text-15 wrap-anywhere text-ink-2">
              {words}
            </p>
          </div>
        </div>
        {children}
      </div>
    </>
  );
}

/** A pool is open until its last share is taken. */
function ReservedShare({ order }: { order: Order }) {
  const { pool, items } = order;
  const album = items[0]?.album;
  return (
    <Moment
      isDialog
      picture={
        album && (
          <span className="flex gap-[3px]">
            <CoverPhotos album={album} isEager deskWidth="60vw" />
          </span>
        )
      }
      title={pool && pool.mine > 0 ? i18n.t('Your share is reserved') : i18n.t('Your purchase')}
      words={pool ? describeStatus(pool) : i18n.t('This payment isn’t complete yet.')}
    >
      {pool && <PoolShares pool={pool} />}
      {pool && (
        <div className="grid gap-2">
          <p className="text-15 font-[650]">{i18n.t('Invite other parents to take the rest')}</p>
          <LinkButtons
            path={paths.checkout(order.key)}
            title={i18n.t('Join my group order: {what}', { what: whatIsShared(order) })}
            hasCode
          />
        </div>
      )}
      <TextLink to={paths.checkout(order.key)}>{i18n.t('Open the group order')}</TextLink>
    </Moment>
  );
}

type BoughtProps = { order: Order; parts: BoughtParts; isDialog?: boolean };

/** The photo itself, large and unmarked; then saving, sharing, and the receipt in one small line. */
export function Bought({ order, parts, isDialog = false }: BoughtProps) {
  const { first_name: name } = useUser();
  const album = onlyAlbum(order);
  return (
    <Moment
      isDialog={isDialog}
      picture={parts.picture(order)}
      title={boughtTitle(order, name)}
      words={
        album
          ? [teamName(album), album.events[0]?.name].filter(Boolean).join(', ')
          : i18n.t('Full size, no watermark, yours to keep.')
      }
    >
      <div className="grid gap-2.5">
        {parts.download(order)}
        <div className="flex flex-wrap gap-2.5 *:h-[50px]! *:flex-1">
          {parts.share(order)}
          <Link to={paths.myAlbums} className={buttonStyle('line')}>
            {i18n.t('See purchases')}
          </Link>
        </div>
        {parts.hint(order)}
      </div>
      <ReceiptLine order={order} />
    </Moment>
  );
}

/** In a group order everyone pays their own part. */
const paidCents = ({ pool, total }: Order) => (pool ? pool.my_charged : total);

function ReceiptLine({ order }: { order: Order }) {
  const { email } = useUser();
  const cents = paidCents(order);
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-1.5 text-center text-13 text-ink-2 tabular-nums">
      <span className="wrap-anywhere">
        {cents > 0
          ? i18n.t('You paid {amount}. Receipt sent to {email}.', { amount: formatCents(cents), email })
          : i18n.t('Receipt sent to {email}.', { email })}
      </span>
      <TextLink to={paths.receipt(order.key)}>{i18n.t('View receipt')}</TextLink>
    </p>
  );
}
