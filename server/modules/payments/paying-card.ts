import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PayingCard } from '#contract/endpoints/orders.ts';
import type { Context } from '#server/context.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { ensureDevice } from '#server/platform/http/devices.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import type { Visit } from './card-attempts.ts';
import { type ChosenCard, chooseCard } from './cards.ts';

type Http = { request: FastifyRequest; reply: FastifyReply };

/** A payment needs a device, so that declined cards of one browser are counted together. */
export async function visitOf({ request, reply }: Http): Promise<Visit> {
  return { device: await ensureDevice(request, reply), network: networkOf(request.ip) };
}

/** Reads the card of a call that pays, and where it comes from. */
export async function readCard(
  context: Context,
  actor: Actor,
  { paymentMethodId, card }: PayingCard,
  http: Http,
): Promise<ChosenCard> {
  const visit = await visitOf(http);
  const chosen = await chooseCard(context, actor, { paymentMethodId, card, device: visit.device });
  return { ...chosen, visit };
}
