import type { FastifyInstance } from 'fastify';
import { type Cockpit, cockpitEndpoints } from '#contract/endpoints/cockpit.ts';
import { passEndpoints } from '#contract/endpoints/passes.ts';
import { payeeEndpoints } from '#contract/endpoints/payees.ts';
import { wallEndpoints } from '#contract/endpoints/wall.ts';
import type { EventLinkKind, eventLinkEndpoints } from '#contract/entities/links.ts';
import { type Context, inTransaction } from '#server/context.ts';
import type { ServeContext } from '#server/modules/images/serve-images.ts';
import { reportPhotographer } from '#server/modules/reports/statements.ts';
import { createVersionedAnswers } from '#server/platform/http/etags.ts';
import { handle, handleRaw, handleStream } from '#server/platform/http/handle.ts';
import { signAddress, WALL_PICTURE } from '#server/platform/security/signed-address.ts';
import { showCockpit } from './cockpit.ts';
import { endEventLink, listEventLinks, makeEventLink, resolveEventLink } from './event-links.ts';
import { listPassPhotos, openPass, renewPassword, resolvePass, serveImageOfPass } from './passes.ts';
import { makePayeeLink, openPayoutAccount, writeStatementOfLink } from './payout-accounts.ts';
import { getWallSettings, serveWallImage, setWallConsent, showWall, switchWall } from './wall.ts';

export function eventLinkRoutes(app: FastifyInstance, context: Context & ServeContext): void {
  cockpitRoutes(app, context);
  passRoutes(app, context);
  wallRoutes(app, context);
  const { listCockpitLinks, makeCockpitLink, endCockpitLink } = cockpitEndpoints;
  const { listPasses, makePass, endPass } = passEndpoints;
  const { listWallLinks, makeWallLink, endWallLink } = wallEndpoints;
  const calls: Record<EventLinkKind, LinkCalls> = {
    producer: { list: listCockpitLinks, make: makeCockpitLink, end: endCockpitLink },
    pass: { list: listPasses, make: makePass, end: endPass },
    wall: { list: listWallLinks, make: makeWallLink, end: endWallLink },
  };
  handle(app, payeeEndpoints.onboardPayee, ({ actor, params }) =>
    inTransaction(context, (tx) => makePayeeLink({ ...context, ...tx }, actor, params.id)),
  );
  handle(app, payeeEndpoints.payoutAccount, ({ body }) => openPayoutAccount(context, body));
  handleStream(app, payeeEndpoints.statementOfPayee, ({ body }) => writeStatementOfLink(context, body));
  for (const [kind, ofKind] of Object.entries(calls)) serveLinks(app, context, kind as EventLinkKind, ofKind);
}

type LinkCalls = ReturnType<typeof eventLinkEndpoints>;

function serveLinks(
  app: FastifyInstance,
  context: Context,
  kind: EventLinkKind,
  { list, make, end }: LinkCalls,
): void {
  handle(app, list, ({ params }) => listEventLinks(context, kind, params.id));
  handle(app, make, ({ actor, params, body }) =>
    inTransaction(context, (tx) => makeEventLink(tx, actor, { ...body, kind, eventId: params.id })),
  );
  handle(app, end, ({ actor, params }) =>
    inTransaction(context, (tx) => endEventLink(tx, actor, { kind, linkId: params.id })),
  );
}

function cockpitRoutes(app: FastifyInstance, context: Context): void {
  // Many pages can watch the same event, so its totals are computed at most once every two seconds.
  const cockpits = createVersionedAnswers<Cockpit>(context);

  handle(app, cockpitEndpoints.showEventSales, ({ params }) => showCockpit(context, params.id));
  handle(app, cockpitEndpoints.openCockpit, async ({ body }) => {
    const { eventId } = await resolveEventLink(context, 'producer', body.token);
    const { version, answer } = await cockpits.get(eventId, () => showCockpit(context, eventId));
    return { version, cockpit: version === body.version ? null : answer };
  });
}

function passRoutes(app: FastifyInstance, context: Context & ServeContext): void {
  handle(app, passEndpoints.openPass, ({ body }) => openPass(context, body.token));
  handle(app, passEndpoints.renewCameraPassword, ({ body }) => renewPassword(context, body.token));
  handle(app, passEndpoints.listPassPhotos, ({ body }) => listPassPhotos(context, body));
  handle(app, passEndpoints.passStatement, async ({ body }) => {
    const { eventId, label } = await resolvePass(context, body.token);
    return reportPhotographer(context, { eventId, photographer: label });
  });
  handleRaw(app, passEndpoints.passImage, ({ params, query }) => {
    const { name } = params as { name: string };
    const { auth = '' } = query as { auth?: string | string[] };
    return serveImageOfPass(context, name, String(auth));
  });
}

function wallRoutes(app: FastifyInstance, context: Context & ServeContext): void {
  const walls = createVersionedAnswers<Awaited<ReturnType<typeof showWall>>>(context);

  handle(app, wallEndpoints.openWall, async ({ body }) => {
    const { id: linkId, eventId } = await resolveEventLink(context, 'wall', body.token);
    const { version, answer } = await walls.get(eventId, () => showWall(context, eventId));
    const auth = signAddress(context, WALL_PICTURE, linkId);
    return { version, auth, wall: version === body.version ? null : answer };
  });
  handleRaw(app, wallEndpoints.wallImage, ({ params, query }) => {
    const { name } = params as { name: string };
    const { auth = '' } = query as { auth?: string | string[] };
    return serveWallImage(context, name, String(auth));
  });
  handle(app, wallEndpoints.getWallSettings, ({ params }) => getWallSettings(context, params.id));
  handle(app, wallEndpoints.switchWall, ({ actor, params, body }) =>
    inTransaction(context, (tx) => switchWall(tx, actor, { eventId: params.id, isOn: body.is_on })),
  );
  handle(app, wallEndpoints.setWallConsent, ({ actor, params, body }) =>
    inTransaction(context, (tx) => setWallConsent(tx, actor, { eventId: params.id, ...body })),
  );
}
