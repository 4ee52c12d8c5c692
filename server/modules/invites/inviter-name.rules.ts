// An invitation goes to strangers under our name: a name that could be an advertisement or an address is left out.

const PLAIN_NAME = /^\p{L}[\p{L}\p{M}' ’-]{0,39}$/u;

export function inviterName(firstName: string): string {
  const name = firstName.trim();
  return PLAIN_NAME.test(name) ? name : 'Someone you know';
}
