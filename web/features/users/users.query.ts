import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { cardAttemptEndpoints } from '#contract/endpoints/refunds.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { apiQuery } from '#web/lib/api.ts';

const userKey = (id: number) => ['staff', 'users', id];

export const userQuery = (id: number) =>
  apiQuery([...userKey(id), 'profile'], accountEndpoints.getUser, { params: { id } });

export const userFoundAlbumsQuery = (id: number) =>
  apiQuery([...userKey(id), 'found-albums'], userAdministrationEndpoints.foundAlbumsOfUser, {
    params: { id },
  });

export const userDownloadsQuery = (id: number) =>
  apiQuery([...userKey(id), 'downloads'], userAdministrationEndpoints.downloadsOfUser, { params: { id } });

export const previewQuotaQuery = (id: number) =>
  apiQuery([...userKey(id), 'preview-quota'], userAdministrationEndpoints.previewQuota, { params: { id } });

export const cardAttemptsQuery = (id: number) =>
  apiQuery([...userKey(id), 'card-attempts'], cardAttemptEndpoints.cardAttemptsOfUser, { params: { id } });

export const userNotesQuery = (id: number) =>
  apiQuery([...userKey(id), 'notes'], userAdministrationEndpoints.listUserNotes, { params: { id } });

export const userSessionsQuery = (id: number) =>
  apiQuery([...userKey(id), 'sessions'], userAdministrationEndpoints.listUserSessions, { params: { id } });

/** Every read is recorded, so it is never repeated automatically. */
export const userAthletesQuery = (id: number) =>
  apiQuery(['user-athletes', 'of-user', id], athleteEndpoints.listAthletes, {
    query: { user_eq: id, deleted_eq: 'false' },
    staleTime: Number.POSITIVE_INFINITY,
  });
