import type { LinkFacts } from '#contract/endpoints/entering.ts';

/** For example "Bea (b•••@m•••.com)". */
export function readerName({ first_name: firstName, email_hint: hint }: LinkFacts): string {
  return firstName ? `${firstName} (${hint})` : hint;
}
