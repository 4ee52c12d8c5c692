// Invitations and gifts go to strangers under our name, so a first name that could be an advertisement is left out.

const PLAIN_NAME = /^\p{L}[\p{L}\p{M}' ’-]{0,39}$/u;

export function senderName(firstName: string): string {
  const name = firstName.trim();
  return PLAIN_NAME.test(name) ? name : 'Someone you know';
}
