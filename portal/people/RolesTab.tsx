import { Checkbox, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { UserDetails } from '#contract/user.ts';
import { formatFullName } from '#kit/full-name.ts';
import { useAction } from '#portal/actions/use-action.ts';
import { listRoles } from '#portal/api/roles.ts';
import { editUser } from '#portal/api/users.ts';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { SaveButtons } from '#portal/forms/SaveButtons.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { useInputProps } from '#portal/forms/use-input-props.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { useDescribePermission } from '#portal/roles/use-describe-permission.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';

const toFormValues = ({ roles }: UserDetails) => ({ roles });

export const RolesTab = ({ user }: { user: UserDetails }) => {
  const { t } = useTranslation('people');
  const describePermission = useDescribePermission();
  const roles = useQuery({ queryKey: ['roles'], queryFn: listRoles });
  const edits = useEdits('roles', toFormValues(user), user.revision);
  const save = useAction({
    action: (names: string[]) =>
      edits.send((revision) => editUser(user.id, { roles: names }, revision), toFormValues),
    invalidates: [['users'], ['roles']],
    isFailureShown: false,
    undo: ({ revision }) => ({
      label: t('rolesSaved', { name: formatFullName(user) }),
      run: () => editUser(user.id, { roles: user.roles }, revision),
    }),
  });
  const input = useInputProps(edits, save.error);
  const allPermissions = new Set(roles.data?.flatMap(({ permissions }) => permissions));
  const describePermissions = (permissions: readonly string[]) =>
    permissions.length === allPermissions.size
      ? t('everything')
      : permissions.map((name) => describePermission(name) ?? name).join('; ');
  if (!roles.data) return roles.error ? <ProblemNote problem={roles.error} /> : <Skeleton height={200} />;
  return (
    <EditForm edits={edits} onSubmit={() => save.mutate(edits.values.roles)}>
      <Stack gap="sm" maw="44rem">
        <Checkbox.Group
          label={t('roles')}
          description={
            input.messageProps('roles', { hint: t('rolesHint'), savedText: user.roles.join(', ') })
              .description
          }
          value={edits.values.roles}
          onChange={(names) => edits.edit({ roles: names.toSorted((a, b) => a.localeCompare(b)) })}
        >
          <Stack gap="sm" mt="sm">
            {roles.data.map((role) => (
              <Checkbox
                key={role.id}
                value={role.name}
                label={
                  <>
                    {role.name}{' '}
                    <DimmedText span size="xs">
                      {role.isTenantWide ? t('tenantWide') : t('byTeams')}
                    </DimmedText>
                  </>
                }
                description={describePermissions(role.permissions)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <FormProblem problem={save.error} />
        <SaveButtons edits={edits} save={save} />
      </Stack>
    </EditForm>
  );
};
