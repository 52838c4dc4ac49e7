import { Button, Checkbox, Fieldset, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { NewRole, Role, RolePatch } from '#contract/role.ts';
import { useAction } from '#portal/actions/use-action.ts';
import { createRole, deleteRole, editRole } from '#portal/api/roles.ts';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormDrawer } from '#portal/forms/FormOverlay.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { useInputProps } from '#portal/forms/use-input-props.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { groupPermissions, type Permission } from './permission-groups.ts';
import { useDescribePermission } from './use-describe-permission.ts';

const QUERY_KEYS = [['roles'], ['users']];

type RoleDrawerProps = {
  role: Role | 'new' | undefined;
  permissions: readonly Permission[];
  onClose: () => void;
};

export const RoleDrawer = ({ role, permissions, onClose }: RoleDrawerProps) => {
  const { t } = useTranslation('roles');
  const existingRole = role === 'new' || role?.isBuiltIn ? undefined : role;
  const isOpen = role === 'new' || existingRole !== undefined;
  return (
    <FormDrawer
      opened={isOpen}
      onClose={onClose}
      title={existingRole ? t('editRole', { name: existingRole.name }) : t('newRole')}
    >
      {isOpen && <RoleForm key={existingRole?.id} role={existingRole} {...{ permissions, onClose }} />}
    </FormDrawer>
  );
};

const EMPTY_ROLE: NewRole = { name: '', isTenantWide: false, permissions: [] };

const toFormValues = ({ name, isTenantWide, permissions }: Role): NewRole => ({
  name,
  isTenantWide,
  permissions,
});

type RoleFormProps = { role: Role | undefined; permissions: readonly Permission[]; onClose: () => void };

const RoleForm = ({ role, permissions, onClose }: RoleFormProps) => {
  const { t } = useTranslation('roles');
  const { t: tGeneral } = useTranslation('general');
  const describePermission = useDescribePermission();
  const savedValues = role ? toFormValues(role) : EMPTY_ROLE;
  const edits = useEdits(`role ${role?.id ?? 'new'}`, savedValues, role?.revision);
  const { isTenantWide, permissions: selectedPermissions } = edits.values;

  const save = useAction({
    action: (values: NewRole) =>
      role
        ? edits.send(
            (revision) => editRole(role.id, edits.changedValues as RolePatch, revision ?? role.revision),
            toFormValues,
          )
        : edits.send(() => createRole(values)),
    invalidates: QUERY_KEYS,
    isFailureShown: false,
    onDoneOnPage: () => (!role || !edits.hasEditsSinceSend) && onClose(),
    undo: (savedRole) => {
      const { id, name, revision } = savedRole;
      return role
        ? { label: t('saved', { name }), run: () => editRole(id, savedValues, revision) }
        : { label: t('created', { name }), run: () => deleteRole(savedRole) };
    },
  });
  const remove = useAction({
    action: deleteRole,
    invalidates: QUERY_KEYS,
    isFailureShown: false,
    onDone: edits.discard,
    onDoneOnPage: onClose,
    undo: () => ({ label: t('deleted', { name: savedValues.name }), run: () => createRole(savedValues) }),
  });
  const input = useInputProps(edits, save.error);
  const submit = () => {
    remove.reset();
    save.mutate(edits.values);
  };
  const setTenantWide = (isNowTenantWide: boolean) => {
    const allowedPermissions = selectedPermissions.filter(
      (name) =>
        isNowTenantWide || !permissions.find((permission) => permission.name === name)?.isTenantWideOnly,
    );
    edits.edit({ isTenantWide: isNowTenantWide, permissions: allowedPermissions });
  };
  const userCount = role?.userCount ?? 0;
  return (
    <EditForm edits={edits} onSubmit={submit}>
      <Stack gap="md">
        <TextInput data-autofocus required label={t('name')} maxLength={256} {...input.textProps('name')} />
        <Stack gap={4}>
          <Text size="sm" fw={500} id="role-scope">
            {t('scope')}
          </Text>
          <SegmentedControl
            aria-labelledby="role-scope"
            data={[
              { value: 'teams', label: t('ownTeams') },
              { value: 'everywhere', label: t('everywhere') },
            ]}
            value={isTenantWide ? 'everywhere' : 'teams'}
            onChange={(scope) => setTenantWide(scope === 'everywhere')}
          />
        </Stack>
        {edits.hasConflict('permissions') && (
          <DimmedText size="xs">
            {tGeneral('changedTo', { value: savedValues.permissions.join(', ') })}
          </DimmedText>
        )}
        {groupPermissions(permissions).map((group) => (
          <Fieldset key={group.name} legend={t(group.name)}>
            <Stack gap="xs">
              {group.permissions.map((permission) => (
                <Checkbox
                  key={permission.name}
                  label={describePermission(permission.name) ?? permission.description}
                  description={
                    permission.isTenantWideOnly && !isTenantWide ? t('onlyEverywhere') : permission.name
                  }
                  disabled={permission.isTenantWideOnly && !isTenantWide}
                  checked={selectedPermissions.includes(permission.name)}
                  onChange={(event) =>
                    edits.edit({
                      permissions: event.currentTarget.checked
                        ? [...selectedPermissions, permission.name].toSorted()
                        : selectedPermissions.filter((name) => name !== permission.name),
                    })
                  }
                />
              ))}
            </Stack>
          </Fieldset>
        ))}
        <FormProblem problem={save.error} />
        {remove.error && role && <ProblemNote problem={remove.error} onRetry={() => remove.mutate(role)} />}
        <Group justify="space-between">
          <Button type="submit" disabled={!edits.isDirty} loading={save.isPending}>
            {tGeneral('save')}
          </Button>
          {role && userCount === 0 && (
            <Button
              variant="subtle"
              color="red"
              loading={remove.isPending}
              onClick={() => {
                save.reset();
                remove.mutate(role);
              }}
            >
              {t('delete')}
            </Button>
          )}
        </Group>
        {userCount > 0 && <DimmedText size="xs">{t('inUseHint', { count: userCount })}</DimmedText>}
      </Stack>
    </EditForm>
  );
};
