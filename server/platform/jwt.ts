import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import { AppError } from './errors.ts';

export type TokenClaims = { sub: string; sid: string };
export type JwtKeys = {
  sign(claims: TokenClaims): string;
  verify(token: string): TokenClaims;
};

export const SESSION_DAYS = 30;

export function createJwtKeys(secret: string): JwtKeys {
  const signer = createSigner({
    key: secret,
    algorithm: 'HS256',
    iss: 'encore',
    expiresIn: `${SESSION_DAYS}d`,
  });
  const verifier = createVerifier({
    key: secret,
    algorithms: ['HS256'],
    allowedIss: 'encore',
    requiredClaims: ['sub', 'sid', 'exp', 'iss'],
    cache: 1_000,
  });
  return {
    sign: (claims) => signer(claims),
    verify(token) {
      try {
        return verifier(token) as TokenClaims;
      } catch (error) {
        const expired = error instanceof TokenError && error.code === TokenError.codes.expired;
        throw new AppError(expired ? 'token_expired' : 'token_invalid');
      }
    },
  };
}
