import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  CHANGEABLE_ROLES,
  rolePermissions,
  type StaffRole,
  userAdministrationEndpoints,
} from '#contract/endpoints/user-administration.ts';
import {
  isFixed,
  MAX_PERMISSIONS,
  PERMISSION_WORDS,
  PERMISSIONS,
  type Permission,
  ROLE_NAMES,
  type Role,
} from '#contract/rules/permissions.ts';
import { Button } from '#web/components/button.tsx';
import { CheckField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useSavedForm } from '#web/lib/use-saved-form.ts';

const rolesQuery = apiQuery(['staff', 'roles'], userAdministrationEndpoints.listRoles);

/** The permissions of each role in words. Administrators may do everything. */
export function StaffRoles() {
  const query = useQuery(rolesQuery);
  const [changing, setChanging] = useState<ChangeableRole>();
  const saved = query.data?.find(({ role }) => role === changing);
  return (
    <>
      <QueryState query={query} loading={<Skeleton label="Loading roles" className="h-48" />}>
        {(roles) => (
          <ul aria-label="Roles" className="-my-2 grid">
            {roles.map(({ role, permissions }) => (
              <li
                key={role}
                className="grid gap-x-4 gap-y-1 border-line py-3 text-14 not-last:border-b sm:grid-cols-[132px_minmax(0,1fr)_auto]"
              >
                <b className="font-[650]">{ROLE_NAMES[role]}</b>
                <span className="text-ink-2">
                  {isChangeable(role) ? `May ${inWords(permissions)}.` : 'May do everything.'}
                </span>
                {isChangeable(role) && (
                  <Button
                    kind="line"
                    size="small"
                    className="justify-self-start"
                    aria-label={`Change what ${ROLE_NAMES[role]} may do`}
                    onClick={() => setChanging(role)}
                  >
                    Change
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {changing && saved && (
        <RoleSheet role={changing} saved={saved} onClose={() => setChanging(undefined)} />
      )}
    </>
  );
}

const isChangeable = (role: Role): role is ChangeableRole =>
  (CHANGEABLE_ROLES as readonly Role[]).includes(role);

const inWords = (permissions: readonly Permission[]) =>
  PERMISSIONS.filter((one) => permissions.includes(one) && !isFixed(one))
    .map((one) => PERMISSION_WORDS[one])
    .join('; ') || 'only open the overview';

type ChangeableRole = (typeof CHANGEABLE_ROLES)[number];

type RoleSheetProps = { role: ChangeableRole; saved: StaffRole; onClose: () => void };

function RoleSheet({ role, saved, onClose }: RoleSheetProps) {
  const choices = MAX_PERMISSIONS[role].filter((one) => !isFixed(one));
  const { form, save } = useSavedForm({
    schema: rolePermissions,
    saved,
    toValues: (read = saved) => ({
      permissions: choices.filter((one) => read.permissions.includes(one)),
    }),
    send: ({ body, version }) =>
      callApi(userAdministrationEndpoints.changeRolePermissions, {
        params: { role },
        body: { ...body, version },
      }),
    reload: async () =>
      (await callApi(userAdministrationEndpoints.listRoles)).find((one) => one.role === role),
    onSaved: () => {
      toast(`${ROLE_NAMES[role]} changed`);
      onClose();
    },
    labelOf: () => 'Permissions',
    showValue: (value) => inWords(value as Permission[]),
  });
  return (
    <FormSheet
      title={`What ${ROLE_NAMES[role]} may do`}
      description="Applies right away to everyone with this role."
      submitLabel="Save"
      guard={save}
      onClose={onClose}
    >
      <fieldset className="grid">
        <legend className="sr-only">Permissions</legend>
        {choices.map((one) => (
          <CheckField key={one} {...form.register('permissions')} value={one}>
            {PERMISSION_WORDS[one].replace(/^./, (first) => first.toUpperCase())}
          </CheckField>
        ))}
      </fieldset>
    </FormSheet>
  );
}
