import { queryOptions } from '@tanstack/react-query';
import { enteringEndpoints, type LinkFacts } from '#contract/endpoints/entering.ts';
import { apiQuery } from '#web/lib/api.ts';

export const linkFactsQuery = (loginToken: string) =>
  queryOptions({
    ...apiQuery(['link-facts', loginToken], enteringEndpoints.lookAtLink, { body: { loginToken } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** For example "Bea (b•••@m•••.com)". */
export function readerName({ first_name: firstName, email_hint: hint }: LinkFacts): string {
  return firstName ? `${firstName} (${hint})` : hint;
}
