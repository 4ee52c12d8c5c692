// Invitations and gifts go to strangers under our name, so a first name that could be an advertisement is left out.

const PLAIN_NAME = /^\p{L}[\p{L}\p{M}' ’-]{0,39}$/u;

export function plainName(firstName: string): string | undefined {
  const name = firstName.trim();
  return PLAIN_NAME.test(name) ? name : undefined;
}

export function senderName(firstName: string): string {
  return plainName(firstName) ?? 'Someone you know';
}
