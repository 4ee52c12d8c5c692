import type { FastifyInstance } from 'fastify';
import { type Poster, posterEndpoints } from '#contract/endpoints/posters.ts';
import type { Event } from '#contract/entities/album.ts';
import { type Context, inTransaction } from '#server/context.ts';
import type { OfOrders } from '#server/modules/accounts/claim-address.ts';
import type { SessionAnswers } from '#server/modules/accounts/log-in.ts';
import { visitorOf } from '#server/modules/accounts/sessions.ts';
import {
  type Poster as FoundPoster,
  findPosterTeams,
  getPoster,
  listPosterCodes,
} from '#server/modules/catalogue/posters.ts';
import { handle } from '#server/platform/http/handle.ts';
import { languageOf } from '#server/platform/http/language-of.ts';
import { toWire } from '#server/platform/http/wire-names.ts';
import { askToFollow, confirmFollow, followTeam } from './follow-team.ts';

type OfOthers = Pick<SessionAnswers, 'answerSession'> & OfOrders;

export function posterRoutes(
  app: FastifyInstance,
  context: Context,
  { answerSession, forgetCards, hasBought }: OfOthers,
): void {
  handle(app, posterEndpoints.getPoster, async ({ params }) =>
    toWirePoster(await getPoster(context.db, params.code)),
  );
  handle(app, posterEndpoints.listPosterTeams, async ({ params, query }) => {
    const { teams, total } = await findPosterTeams(context, { code: params.code, text: query.q });
    return { teams: teams.map(toWire), total };
  });
  handle(app, posterEndpoints.askToFollow, async ({ params, body, request, isOverLimit }) => {
    const language = languageOf(request);
    await askToFollow(context, { email: body.email, code: params.code, language, isOverLimit });
    return { sent: true } as const;
  });
  handle(app, posterEndpoints.confirmFollow, async ({ body, request }) => {
    const { result, followed } = await inTransaction(context, (tx) =>
      confirmFollow({ ...tx, forgetCards, hasBought }, visitorOf(request), body.token),
    );
    return { ...(await answerSession(result)), ...followed };
  });
  handle(app, posterEndpoints.followTeam, ({ actor, params }) =>
    inTransaction(context, (tx) => followTeam(tx, actor, params.code)),
  );
  handle(app, posterEndpoints.listPosterCodes, async ({ params }) => {
    const { code, event, teams } = await listPosterCodes(context.db, params.id);
    const base_url = context.config.publicUrl;
    return { base_url, code, event: toWirePosterEvent(event), teams: teams.map(toWire) };
  });
}

function toWirePosterEvent(event: Event): Poster['event'] {
  const { name, brand_name, venue_name, city, state, start_date, last_date, time_zone, picture } = event;
  return { name, brand_name, venue_name, city, state, start_date, last_date, time_zone, picture };
}

function toWirePoster({ code, event, team, albumsUp, teamsTotal }: FoundPoster): Poster {
  return {
    code,
    event: toWirePosterEvent(event),
    team: team ? toWire(team) : null,
    albums_up: albumsUp,
    teams_total: teamsTotal,
  };
}
