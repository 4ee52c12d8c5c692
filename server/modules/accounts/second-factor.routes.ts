import type { FastifyInstance } from 'fastify';
import { secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import { approveSecondFactor, checkFactorCode, mailFactorCode } from './mailed-factor-code.ts';
import {
  addPasskey,
  logInPasskeyOptions,
  newPasskeyOptions,
  passkeyOptions,
  removePasskey,
} from './passkeys.ts';
import {
  confirmSecondFactor,
  disableSecondFactor,
  enrollSecondFactor,
  removeApp,
  renewRecoveryCodes,
  resetSecondFactor,
  showSecondFactor,
} from './second-factor.ts';

export function secondFactorRoutes(app: FastifyInstance, context: Context): void {
  handle(app, secondFactorEndpoints.secondFactor, ({ actor }) => showSecondFactor(context, actor));
  handle(app, secondFactorEndpoints.enrollSecondFactor, ({ actor }) =>
    inTransaction(context, (tx) => enrollSecondFactor(tx, actor)),
  );
  handle(app, secondFactorEndpoints.confirmSecondFactor, async ({ actor, body }) => ({
    recovery_codes: await confirmSecondFactor(context, actor, body.code),
  }));
  handle(app, secondFactorEndpoints.removeApp, ({ actor }) =>
    inTransaction(context, (tx) => removeApp(tx, actor)),
  );
  handle(app, secondFactorEndpoints.renewRecoveryCodes, async ({ actor, body }) => ({
    recovery_codes: await renewRecoveryCodes(context, actor, body),
  }));
  handle(app, secondFactorEndpoints.disableSecondFactor, ({ actor, body }) =>
    disableSecondFactor(context, actor, body),
  );
  handle(app, secondFactorEndpoints.mailFactorCode, async ({ actor }) => {
    const { to, expiresAt } = await inTransaction(context, (tx) => mailFactorCode(tx, actor));
    return { to, expires_at: toIso(expiresAt) };
  });
  handle(app, secondFactorEndpoints.checkFactorCode, ({ actor, body }) =>
    checkFactorCode(context, actor, body.code),
  );
  handle(app, secondFactorEndpoints.approveSecondFactor, async ({ actor, params }) => {
    const { code, expiresAt } = await inTransaction(context, (tx) =>
      approveSecondFactor(tx, actor, params.id),
    );
    return { code, expires_at: toIso(expiresAt) };
  });
  handle(app, secondFactorEndpoints.newPasskeyOptions, ({ actor }) =>
    inTransaction(context, (tx) => newPasskeyOptions(tx, actor)),
  );
  handle(app, secondFactorEndpoints.addPasskey, async ({ actor, body }) => ({
    recovery_codes: await addPasskey(context, actor, body),
  }));
  handle(app, secondFactorEndpoints.removePasskey, ({ actor, params }) =>
    inTransaction(context, (tx) => removePasskey(tx, actor, params.passkey)),
  );
  handle(app, secondFactorEndpoints.passkeyOptions, ({ actor }) => passkeyOptions(context, actor));
  handle(app, secondFactorEndpoints.logInPasskeyOptions, ({ body }) =>
    logInPasskeyOptions(context, body.challenge),
  );
  handle(app, secondFactorEndpoints.resetSecondFactor, ({ actor, params }) =>
    inTransaction(context, (tx) => resetSecondFactor(tx, actor, params.id)),
  );
}
