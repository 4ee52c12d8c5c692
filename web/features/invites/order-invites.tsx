import { useQuery, useQueryClient } from '@tanstack/react-query';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { callApi } from '#web/lib/api.ts';
import { InviteByMail } from './invite-by-mail.tsx';
import { orderInvitesQuery } from './order-invites.query.ts';

type OrderInvitesProps = { orderId: number; orderKey: string };

export function OrderInvites({ orderId, orderKey }: OrderInvitesProps) {
  const client = useQueryClient();
  const query = orderInvitesQuery(orderId);
  const { data: invites = [] } = useQuery(query);
  return (
    <InviteByMail
      invites={invites}
      reload={() => client.invalidateQueries(query)}
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
