import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { callApi } from '#web/lib/api.ts';
import { InviteByMail } from './invite-by-mail.tsx';
import { orderInvitesQuery } from './invites.query.ts';

type OrderInvitesProps = { orderId: number; orderKey: string };

export function OrderInvites({ orderId, orderKey }: OrderInvitesProps) {
  return (
    <InviteByMail
      query={orderInvitesQuery(orderId)}
      send={(email) =>
        callApi(inviteEndpoints.inviteToOrder, {
          body: { orderId, invited_email: email, order_key: orderKey },
        })
      }
      revoke={({ id }) => callApi(inviteEndpoints.revokeOrderInvite, { params: { id } })}
      kind="line"
    />
  );
}
