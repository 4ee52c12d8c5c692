import { useQuery } from '@tanstack/react-query';
import { DELETED_ACCOUNT_NAME } from '#contract/entities/user.ts';
import { EmptyState } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { PhotoLinksOfUser } from '#web/features/photo-links/photo-link-list.tsx';
import { Disputes } from '#web/features/sales/disputes.tsx';
import { RefundRequest, RefundSheet } from '#web/features/sales/refund-sheet.tsx';
import { ReturnedRefunds } from '#web/features/sales/returned-refund.tsx';
import { SwapSheet } from '#web/features/sales/swap-sheet.tsx';
import { AthletesPanel } from '#web/features/users/athletes-panel.tsx';
import { DownloadsPanel } from '#web/features/users/downloads-panel.tsx';
import { FoundAlbumsList } from '#web/features/users/found-albums-list.tsx';
import { NotesPanel } from '#web/features/users/notes-panel.tsx';
import { OrdersPanel } from '#web/features/users/orders-panel.tsx';
import { PanelFrame } from '#web/features/users/panel.tsx';
import { PreviewQuotaPanel } from '#web/features/users/preview-quota-panel.tsx';
import { ProfilePanel } from '#web/features/users/profile-panel.tsx';
import { CardAttemptsPanel, HistoryPanel, SessionsPanel } from '#web/features/users/sessions-panel.tsx';
import { SuspendedMark, SuspensionPanel } from '#web/features/users/suspension-panel.tsx';
import { userQuery } from '#web/features/users/users.query.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { nameOfPerson } from '#web/lib/formats.ts';
import { paths, usePathParams } from '#web/lib/navigation.tsx';
import { useUser } from '#web/lib/session.ts';

export function AdminUserPage() {
  const { userid } = usePathParams('/admin/users/:userid');
  const userId = Number(userid);
  const me = useUser();
  const { data: user, error } = useQuery({ ...userQuery(userId), enabled: Number.isInteger(userId) });
  const isMissing = !Number.isInteger(userId) || (error && isApiError(error, 'not_found'));
  const isDeleted = isApiError(error, 'account_deleted');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-4 py-5 desk:px-6">
      <header className="grid gap-1">
        <p className="text-14">
          <TextLink to={paths.adminUsers}>Users</TextLink>
        </p>
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h1 tabIndex={-1} className="text-22 font-extrabold tracking-[-0.03em]">
            {user ? nameOfPerson(user) : isDeleted ? DELETED_ACCOUNT_NAME : 'User'}
            {user?.suspended_at && <SuspendedMark className="ml-3 align-middle" />}
          </h1>
          {user && (
            <p className="flex gap-4 text-14">
              <TextLink to={paths.adminUserAthletes(userId)}>Athletes</TextLink>
              <TextLink to={paths.adminFoundAlbums(userId)}>Found albums</TextLink>
            </p>
          )}
        </div>
      </header>
      {isMissing ? (
        <EmptyState title="User not found" sentence="It does not exist, or the address is wrong." />
      ) : isDeleted ? (
        <DeletedAccount userId={userId} />
      ) : isApiError(error, 'forbidden') ? (
        <EmptyState title="Staff account" sentence="Only administrators can open staff accounts." />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[340px_minmax(0,1fr)]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <ProfilePanel userId={userId} />
            {/* Nobody reads what colleagues noted about them. */}
            {me.id !== userId && <NotesPanel userId={userId} />}
            <AthletesPanel userId={userId} />
            <SessionsPanel userId={userId} />
            {user?.type === 'authenticated' && <PreviewQuotaPanel userId={userId} />}
            {user?.type === 'authenticated' && <CardAttemptsPanel userId={userId} />}
            <PanelFrame title="Shared photos">
              <div className="px-4 py-3">
                <PhotoLinksOfUser userId={userId} />
              </div>
            </PanelFrame>
            {user && <SuspensionPanel user={user} />}
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <Orders userId={userId} buyerName={user ? nameOfPerson(user) : 'The customer'} />
            <FoundAlbumsList userId={userId} isPane />
            <DownloadsPanel userId={userId} />
            <HistoryPanel userId={userId} />
          </div>
        </div>
      )}
    </div>
  );
}

/** Orders outlive accounts, and staff act on them as before. */
function DeletedAccount({ userId }: { userId: number }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-14 text-ink-2">
        This person deleted their account. Orders and payments stay on record.
      </p>
      <Orders userId={userId} buyerName={DELETED_ACCOUNT_NAME} />
      <DownloadsPanel userId={userId} />
      <HistoryPanel userId={userId} />
    </div>
  );
}

function Orders({ userId, buyerName }: { userId: number; buyerName: string }) {
  return (
    <OrdersPanel
      userId={userId}
      refund={(order, onClose) => <RefundSheet order={order} onClose={onClose} />}
      request={(order) => (
        <>
          <ReturnedRefunds userId={userId} order={order} />
          <Disputes order={order} />
          {order.refund_request && <RefundRequest request={order.refund_request} />}
        </>
      )}
      swap={(item, onClose) => (
        <SwapSheet
          subject={{
            lineId: item.id,
            buyerName,
            title: item.now.title,
            albumId: item.now.album,
            eventId: item.now.event,
            imageId: item.now.image,
            priceCents: item.now.price,
          }}
          onClose={onClose}
        />
      )}
    />
  );
}
