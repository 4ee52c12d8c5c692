import { queryOptions } from '@tanstack/react-query';
import { enteringEndpoints, type LinkFacts } from '#contract/endpoints/entering.ts';
import { callApi } from '#web/lib/api.ts';

export const linkFactsQuery = (loginToken: string) =>
  queryOptions({
    queryKey: ['link-facts', loginToken],
    queryFn: ({ signal }) => callApi(enteringEndpoints.lookAtLink, { body: { loginToken }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** For example "Bea (b•••@m•••.com)". */
export function readerName({ first_name: firstName, email_hint: hint }: LinkFacts): string {
  return firstName ? `${firstName} (${hint})` : hint;
}
