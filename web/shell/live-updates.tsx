import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import type { LiveEvent } from '#contract/entities/user.ts';
import type { inboxList } from '#contract/lists/inbox.ts';
import type { LiveKind } from '#contract/rules/notifications.ts';
import { subscribeToFavorites } from '#web/features/images/favorites.ts';
import { callApi } from '#web/lib/api.ts';
import { i18n, rememberLanguage } from '#web/lib/i18n.ts';
import { subscribeToLiveEvents } from '#web/lib/live-events.ts';
import { listKey } from '#web/lib/query-client.ts';
import { useUser } from '#web/lib/session.ts';
import { queuesQuery } from './queues.tsx';

/** The list itself would bring the schemas along. */
const INBOX: Pick<typeof inboxList, 'name'> = { name: 'conversations' };

const STALE_BY: Record<LiveKind, readonly (readonly string[])[]> = {
  albums: [['user-found-albums'], ['user-athletes', 'albums']],
  order: [['orders']],
  downloads: [['user-album-downloads']],
  athletes: [['user-athletes']],
  chat: [['support']],
  inbox: [['support'], listKey(INBOX), queuesQuery.queryKey],
  queues: [queuesQuery.queryKey],
};

/** The profile keeps the language, so that another device and mails use it too. */
function useLanguageOfProfile(): void {
  const { id, language } = useUser();
  useEffect(() => {
    if (language === null) {
      const told = callApi(accountEndpoints.updateUser, {
        params: { id },
        body: { language: i18n.language },
      });
      void told.catch(() => undefined);
    } else if (rememberLanguage(language)) {
      window.location.reload();
    }
  }, [id, language]);
}

export function LiveUpdates({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const { id: userId } = useUser();
  useLanguageOfProfile();
  useEffect(() => subscribeToFavorites(userId), [userId]);
  useEffect(() => {
    const refresh = (kinds: LiveKind[]) => {
      for (const queryKey of kinds.flatMap((kind) => STALE_BY[kind])) {
        void queryClient.invalidateQueries({ queryKey });
      }
    };
    return subscribeToLiveEvents(token, {
      onEvent: (event: LiveEvent) => refresh([event.kind]),
      onReset: () => refresh(Object.keys(STALE_BY) as LiveKind[]),
    });
  }, [token, queryClient]);
  return null;
}
