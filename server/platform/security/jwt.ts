import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import { AppError } from '#server/platform/http/errors.ts';

export type TokenClaims = { sub: string; sid: string };
export type JwtKeys = ReturnType<typeof createJwtKeys>;

export const SESSION_DAYS = 30;

/** The newest key signs; tokens of older keys stay valid for as long as those are listed. */
export function createJwtKeys([newest, ...older]: readonly [string | Buffer, ...(string | Buffer)[]]) {
  const signer = createSigner({
    key: newest,
    algorithm: 'HS256',
    iss: 'encore',
    expiresIn: `${SESSION_DAYS}d`,
  });
  const verifiers = [newest, ...older].map((key) =>
    createVerifier({
      key,
      algorithms: ['HS256'],
      allowedIss: 'encore',
      requiredClaims: ['sub', 'sid', 'exp', 'iss'],
      cache: 1_000,
    }),
  );
  return {
    sign: (claims: TokenClaims) => signer(claims),
    verify(token: string): TokenClaims {
      for (const verify of verifiers) {
        try {
          return verify(token) as TokenClaims;
        } catch (error) {
          if (hasCode(error, TokenError.codes.expired)) throw new AppError('token_expired');
          if (!hasCode(error, TokenError.codes.invalidSignature)) break;
        }
      }
      throw new AppError('token_invalid');
    },
  };
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof TokenError && error.code === code;
}
