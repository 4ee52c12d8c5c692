import type { ReactNode } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { supportEndpoints } from '#contract/endpoints/support.ts';
import { formatCents } from '#contract/rules/money.ts';
import { formatDate } from '#web/lib/formats.ts';
import { nameOfPerson } from '#web/lib/name-of-person.ts';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';

export type FullConversation = ResponseOf<typeof supportEndpoints.getConversation>;

export function CustomerRecord({ conversation }: { conversation: FullConversation }) {
  const { customer, albums, orders } = conversation;
  return (
    <div className="grid content-start gap-5 text-13">
      <div className="grid gap-0.5">
        <b className="text-15">{nameOfPerson(customer)}</b>
        {customer.email ? (
          <a href={`mailto:${customer.email}`} className="truncate text-ink-2 underline underline-offset-3">
            {customer.email}
          </a>
        ) : (
          <span className="text-ink-2">No e-mail address</span>
        )}
        {customer.user !== null && (
          <Link to={paths.adminUser(customer.user)} className="pt-1 font-[650] underline underline-offset-3">
            Open account
          </Link>
        )}
      </div>
      {customer.user === null ? (
        <p className="text-ink-2">Visitor without an account</p>
      ) : (
        <>
          <Part title="Orders" none="No orders yet.">
            {orders.map((order) => (
              <li key={order.id} className="grid gap-0.5">
                <span className="flex justify-between gap-2">
                  <b className="min-w-0 truncate font-[650]">{order.title}</b>
                  <span className="flex-none tabular-nums">{formatCents(order.total)}</span>
                </span>
                <span className="text-ink-2">
                  #{order.id}, {order.status.replaceAll('_', ' ')}, {formatDate(order.created_at)}
                </span>
              </li>
            ))}
          </Part>
          <Part title="Albums" none="No albums found yet.">
            {albums.map((album) => (
              <li key={album.album} className="grid gap-0.5">
                <b className="truncate font-[650]">{album.title}</b>
                <span className="truncate text-ink-2">
                  {album.owned ? 'Owned' : `${album.views_used} views used`}, {album.event}
                </span>
              </li>
            ))}
          </Part>
        </>
      )}
    </div>
  );
}

function Part({ title, none, children }: { title: string; none: string; children: ReactNode[] }) {
  return (
    <section className="grid gap-2">
      <h3 className="text-14 font-[650]">
        {title} {children.length > 0 && <span className="font-normal text-ink-3">{children.length}</span>}
      </h3>
      {children.length === 0 ? (
        <p className="text-ink-2">{none}</p>
      ) : (
        <ul className="grid gap-2.5">{children}</ul>
      )}
    </section>
  );
}
