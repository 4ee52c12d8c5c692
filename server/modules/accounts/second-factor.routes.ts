import type { FastifyInstance } from 'fastify';
import { secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import {
  confirmSecondFactor,
  enrollSecondFactor,
  renewRecoveryCodes,
  showSecondFactor,
} from './enroll-second-factor.ts';
import { disableSecondFactor, resetSecondFactor } from './turn-off-second-factor.ts';

const DONE = { ok: true } as const;

export function secondFactorRoutes(app: FastifyInstance, context: Context): void {
  handle(app, secondFactorEndpoints.secondFactor, ({ actor }) => showSecondFactor(context, actor));
  handle(app, secondFactorEndpoints.enrollSecondFactor, ({ actor }) =>
    inTransaction(context, (tx) => enrollSecondFactor(tx, actor)),
  );
  handle(app, secondFactorEndpoints.confirmSecondFactor, async ({ actor, body }) => ({
    recovery_codes: await confirmSecondFactor(context, actor, body.code),
  }));
  handle(app, secondFactorEndpoints.renewRecoveryCodes, async ({ actor, body }) => ({
    recovery_codes: await renewRecoveryCodes(context, actor, body.code),
  }));
  handle(app, secondFactorEndpoints.disableSecondFactor, async ({ actor, body }) => {
    await disableSecondFactor(context, actor, body);
    return DONE;
  });
  handle(app, secondFactorEndpoints.resetSecondFactor, async ({ actor, params }) => {
    await inTransaction(context, (tx) => resetSecondFactor(tx, actor, params.id));
    return DONE;
  });
}
