// An invitation may be sent again at most three times, and not soon after the last time, so that nobody is pestered.

export const MAX_TIMES_SENT = 4;
export const RESEND_MINUTES = 10;

export function maySendAgain(invite: { timesSent: number; lastSentAt: string }, now: Date): boolean {
  const waitedMs = now.getTime() - Date.parse(invite.lastSentAt);
  return invite.timesSent < MAX_TIMES_SENT && waitedMs >= RESEND_MINUTES * 60_000;
}
