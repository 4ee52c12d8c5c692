import type { z } from 'zod';
import { accountEndpoints, type profileChange } from '#contract/endpoints/accounts.ts';
import type { User } from '#contract/entities/user.ts';
import { requestApi } from '#web/lib/api.ts';
import { ApiError, fieldProblemsOf } from '#web/lib/api-error.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keepUser } from '#web/lib/session.ts';
import { meQuery } from './me.query.ts';

const UPDATE_FAILED = /*i18n*/ 'User could not be updated, please try again';

/** Any status other than 200 counts as a failure. */
export async function updateUser(userId: number, body: z.output<typeof profileChange>) {
  try {
    const { status, data } = await requestApi(accountEndpoints.updateUser, { params: { id: userId }, body });
    if (status !== 200) throw new ApiError({ status, code: 'update_failed', message: UPDATE_FAILED });
    return data;
  } catch (error) {
    if (fieldProblemsOf(error).length > 0) throw error;
    throw new ApiError({ status: 0, code: 'update_failed', message: UPDATE_FAILED });
  }
}

/** Shows the changed user at once, then reloads it. */
export function adoptUpdatedUser(user: User): void {
  keepUser(user);
  void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
}
