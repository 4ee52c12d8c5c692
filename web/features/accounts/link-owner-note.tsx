import { useQuery } from '@tanstack/react-query';
import { Notice } from '#web/components/notice.tsx';
import { useSession } from '#web/lib/session.ts';
import { linkFactsQuery } from './link-facts.query.ts';
import { readerName } from './link-reader.ts';

/** Warns somebody who is logged in that a link belongs to another account. */
export function LinkOwnerNote({ token, happens }: { token: string; happens: string }) {
  const { isLoggedIn, user } = useSession();
  const { data } = useQuery({ ...linkFactsQuery(token), enabled: isLoggedIn });
  if (!isLoggedIn || !data || data.is_yours) return null;
  return (
    <Notice tone="info">
      You are logged in as <b className="break-all text-ink">{user.email}</b>. This link is for{' '}
      <b className="break-all text-ink">{readerName(data)}</b>. {happens}
    </Notice>
  );
}
