import { z } from 'zod';
import { id, text } from '../primitives.ts';

export const teamSubscription = z.object({
  id,
  program_name: text(120),
  team_name: text(120),
  division_name: text(120),
});
export type TeamSubscription = z.output<typeof teamSubscription>;
