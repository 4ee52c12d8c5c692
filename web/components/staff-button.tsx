import type { ComponentProps } from 'react';
import type { Permission } from '#contract/rules/permissions.ts';
import { userCan, useUser } from '#web/lib/session.ts';
import { Button } from './button.tsx';

type StaffButtonProps = ComponentProps<typeof Button> & { needs?: Permission };

/** A button that is there only for staff who may do what it does. */
export function StaffButton({ needs = 'change_customers', ...button }: StaffButtonProps) {
  return userCan(useUser(), needs) ? <Button {...button} /> : null;
}
