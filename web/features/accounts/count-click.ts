import { reminderEndpoints } from '#contract/endpoints/reminders.ts';
import { callApi } from '#web/lib/api.ts';

/** Tells the server that somebody opened the link of a reminder. Programs that only fetch the address do not count. */
export async function countClick(token: string): Promise<void> {
  await callApi(reminderEndpoints.openSaleMail, { body: { token }, retry: false, isQuiet: true }).catch(
    () => undefined,
  );
}
