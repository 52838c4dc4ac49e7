import { Box, Button, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '#contract/role.ts';
import { IconCheck, IconPencil, IconPlus } from '#kit/icons/icons.ts';
import { listPermissions, listRoles } from '#portal/api/roles.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { NoPermission } from '#portal/ui/NoPermission.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { groupPermissions, type Permission } from './permission-groups.ts';
import { RoleDrawer } from './RoleDrawer.tsx';
import classes from './RoleMatrix.module.css';
import { useDescribePermission } from './use-describe-permission.ts';

export const RoleMatrix = () => {
  const { t } = useTranslation('roles');
  return useHasPermission('Users.Manage') ? <Roles /> : <NoPermission title={t('roles')} />;
};

const Roles = () => {
  const { t } = useTranslation('roles');
  const { role: openRole } = useSearch({ from: '/roles' });
  const navigate = useNavigate({ from: '/roles' });
  // Closing the drawer replaces the history entry so that Back does not reopen it.
  const openDrawer = (role: number | 'new' | undefined) =>
    void navigate({ search: { role }, replace: role === undefined });
  const roles = useQuery({ queryKey: ['roles'], queryFn: listRoles });
  const permissions = useQuery({ queryKey: ['permissions'], queryFn: listPermissions });
  useShortcut({ keys: 'n', label: t('newRole'), run: () => openDrawer('new') });
  const problem = roles.error ?? permissions.error;
  return (
    <Page
      title={t('roles')}
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => openDrawer('new')}>
          {t('newRole')}
        </Button>
      }
    >
      <DimmedText mb="md" maw="48rem">
        {t('intro')}
      </DimmedText>
      {problem && (
        <ProblemNote
          problem={problem}
          onRetry={() => void Promise.all([roles.refetch(), permissions.refetch()])}
        />
      )}
      {roles.data && permissions.data ? (
        <>
          <Matrix roles={roles.data} permissions={permissions.data} onOpen={openDrawer} />
          <RoleDrawer
            role={openRole === 'new' ? 'new' : roles.data.find(({ id }) => id === openRole)}
            permissions={permissions.data}
            onClose={() => openDrawer(undefined)}
          />
        </>
      ) : (
        !problem && <Skeleton height={400} />
      )}
    </Page>
  );
};

type MatrixProps = {
  roles: readonly Role[];
  permissions: readonly Permission[];
  onOpen: (role: number) => void;
};

const Matrix = ({ roles, permissions, onOpen }: MatrixProps) => {
  const { t } = useTranslation('roles');
  const describePermission = useDescribePermission();
  return (
    // Focusable so that users can scroll a table with many roles by keyboard.
    <Box className={classes.scroll} tabIndex={0} role="region" aria-label={t('matrix')}>
      <Table className={classes.matrix} highlightOnHover highlightOnHoverColor="var(--ronda-ground)">
        <caption>
          <VisuallyHidden>{t('matrix')}</VisuallyHidden>
        </caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" className={classes.permission}>
              {t('permission')}
            </Table.Th>
            {roles.map((role) => (
              <RoleHeader key={role.id} role={role} onOpen={() => onOpen(role.id)} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groupPermissions(permissions).map((group) => (
            <Fragment key={group.name}>
              <Table.Tr className={classes.group}>
                <Table.Th scope="rowgroup" colSpan={roles.length + 1}>
                  {t(group.name)}
                </Table.Th>
              </Table.Tr>
              {group.permissions.map((permission) => (
                <Table.Tr key={permission.name}>
                  <Table.Th scope="row" className={classes.permission}>
                    {describePermission(permission.name) ?? permission.description}
                    <Text size="xs" c="dimmed" ff="monospace">
                      {permission.name}
                    </Text>
                  </Table.Th>
                  {roles.map((role) => (
                    <Table.Td key={role.id} className={classes.cell}>
                      <PermissionMark isAllowed={role.permissions.includes(permission.name)} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
};

const RoleHeader = ({ role, onOpen }: { role: Role; onOpen: () => void }) => {
  const { t } = useTranslation('roles');
  return (
    <Table.Th scope="col" className={classes.role}>
      {role.name}
      <DimmedText size="xs">{role.isTenantWide ? t('everywhere') : t('ownTeams')}</DimmedText>
      <DimmedText size="xs">{t('users', { count: role.userCount })}</DimmedText>
      {role.isBuiltIn ? (
        <DimmedText size="xs" className={classes.spaced}>
          {t('builtIn')}
        </DimmedText>
      ) : (
        <Button
          size="compact-xs"
          variant="default"
          className={classes.spaced}
          leftSection={<IconPencil size={12} aria-hidden />}
          onClick={onOpen}
        >
          {t('editRole', { name: role.name })}
        </Button>
      )}
    </Table.Th>
  );
};

const PermissionMark = ({ isAllowed }: { isAllowed: boolean }) => {
  const { t } = useTranslation('roles');
  return isAllowed ? (
    <>
      <IconCheck size={18} className={classes.allowed} aria-hidden />
      <VisuallyHidden>{t('allows')}</VisuallyHidden>
    </>
  ) : (
    <>
      <span aria-hidden className={classes.none}>
        –
      </span>
      <VisuallyHidden>{t('allowsNot')}</VisuallyHidden>
    </>
  );
};
