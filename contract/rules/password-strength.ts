// A password has one of four strength levels.

export const STRENGTH_LEVELS = [
  { name: 'Too weak', minDiversity: 0, minLength: 0 },
  { name: 'Weak', minDiversity: 2, minLength: 6 },
  { name: 'Medium', minDiversity: 3, minLength: 8 },
  { name: 'Strong', minDiversity: 4, minLength: 10 },
] as const;

export type StrengthName = (typeof STRENGTH_LEVELS)[number]['name'];
export type PasswordStrength = { level: number; name: StrengthName };

const CHARACTER_KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u];

export function passwordStrength(password: string): PasswordStrength {
  const diversity = CHARACTER_KINDS.filter((kind) => kind.test(password)).length;
  const length = [...password].length;
  const level = STRENGTH_LEVELS.findLastIndex(
    ({ minDiversity, minLength }) => diversity >= minDiversity && length >= minLength,
  );
  const { name } = STRENGTH_LEVELS[level as 0];
  return { level, name };
}
