import { Button, Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { User } from '#contract/user.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { formatFullName } from '#kit/full-name.ts';
import { IconPlus, IconRobot } from '#kit/icons/icons.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { listRoles } from '#portal/api/roles.ts';
import { usePages } from '#portal/api/use-pages.ts';
import { listUsers } from '#portal/api/users.ts';
import { DeviceWarning } from '#portal/devices/DeviceWarning.tsx';
import { useDevices } from '#portal/devices/use-devices.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { QueryTable } from '#portal/problems/QueryTable.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { useTeams } from '#portal/teams/use-teams.ts';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import type { Column } from '#portal/ui/ListTable.tsx';
import { NoPermission } from '#portal/ui/NoPermission.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { SearchField } from '#portal/ui/SearchField.tsx';
import { NewUserDialog } from './NewUserDialog.tsx';
import { type PeopleSearch, parsePeopleSearch } from './people-search.ts';

export const PeopleList = () => {
  const { t } = useTranslation('people');
  return useHasPermission('Users.Manage') ? <Users /> : <NoPermission title={t('people')} />;
};

const Users = () => {
  const { t } = useTranslation('people');
  const search = useSearch({ from: '/people' });
  const navigate = useNavigate({ from: '/people' });
  const changeSearch = (changes: Partial<PeopleSearch>) =>
    navigate({ search: (prev) => parsePeopleSearch({ ...prev, ...changes }), replace: true });
  const openNewUserDialog = (kind: 'person' | 'service') => changeSearch({ new: kind });
  useShortcut({ keys: 'n', label: t('newPerson'), run: () => openNewUserDialog('person') });

  const { new: openDialog, sort = 'name', isActive, isService, ...filter } = search;
  const userQuery = {
    ...(filter as { text?: string; role?: string; teamId?: string }),
    ...(isActive !== undefined && { isActive: String(isActive) as 'true' | 'false' }),
    ...(isService !== undefined && { isService: String(isService) as 'true' | 'false' }),
    sort,
    limit: '100',
  };
  const { query, rows } = usePages({
    queryKey: ['users', userQuery],
    readPage: (after: number | undefined) =>
      listUsers({ ...userQuery, ...(after !== undefined && { after: String(after) }) }),
    selectRows: ({ users }) => users,
  });
  const columns = useColumns();
  return (
    <Page
      title={t('people')}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconRobot size={16} aria-hidden />}
            onClick={() => openNewUserDialog('service')}
          >
            {t('newService')}
          </Button>
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => openNewUserDialog('person')}
          >
            {t('newPerson')}
          </Button>
        </>
      }
    >
      <Filters search={search} onChange={changeSearch} />
      <QueryTable
        query={query}
        rows={rows}
        empty={
          <EmptyState
            title={t('noMatch')}
            clearLabel={t('clearFilters')}
            onClear={() => void navigate({ search: {} })}
          >
            {t('noMatchHint')}
          </EmptyState>
        }
        caption={t('listOfPeople')}
        columns={columns}
        keyOf={({ id }) => id}
        order={{ sort, onSort: (newSort) => changeSearch({ sort: newSort }) }}
      />
      <NewUserDialog kind={openDialog} onClose={() => changeSearch({ new: undefined })} />
    </Page>
  );
};

const useColumns = (): Column<User>[] => {
  const { t } = useTranslation('people');
  const devices = useDevices();
  return [
    {
      key: 'name',
      header: t('name'),
      isSortable: true,
      cell: (user) => (
        <Group gap={6}>
          <AnchorLink to="/people/$userId" params={{ userId: user.id }} fw={550}>
            {formatFullName(user)}
          </AnchorLink>
          <DeviceWarning devices={devices[user.id]} />
          {user.isService && (
            <Text size="xs" c="dimmed" component="span">
              {t('service')}
            </Text>
          )}
        </Group>
      ),
    },
    {
      key: 'userName',
      header: t('userName'),
      isSortable: true,
      isHiddenOnPhone: true,
      cell: ({ userName }) => userName,
    },
    {
      key: 'email',
      header: t('email'),
      isHiddenOnPhone: true,
      cell: ({ emailAddress }) => emailAddress ?? '–',
    },
    { key: 'roles', header: t('roles'), cell: ({ roles }) => roles.join(', ') || '–' },
    { key: 'status', header: t('status'), cell: (user) => <UserStatusBadge user={user} /> },
    {
      key: 'lastSignedInAt',
      header: t('lastSignIn'),
      isSortable: true,
      isHiddenOnPhone: true,
      cell: ({ lastSignedInAt }) => (lastSignedInAt === null ? t('never') : formatDateTime(lastSignedInAt)),
    },
  ];
};

const UserStatusBadge = ({ user }: { user: User }) => {
  const { t } = useTranslation('people');
  if (!user.isActive) return <StatusBadge>{t('deactivated')}</StatusBadge>;
  if (!user.isService && user.lastSignedInAt === null && !user.hasPassword)
    return <StatusBadge tone="warn">{t('notYet')}</StatusBadge>;
  return <StatusBadge tone="good">{t('active')}</StatusBadge>;
};

type Props = { search: PeopleSearch; onChange: (changes: Partial<PeopleSearch>) => void };

const Filters = ({ search, onChange }: Props) => {
  const { t } = useTranslation('people');
  const roles = useQuery({ queryKey: ['roles'], queryFn: listRoles });
  const teams = useTeams();
  const formatFlag = (value: boolean | undefined) => (value === undefined ? null : String(value));
  const parseFlag = (value: string | null) => (value === null ? undefined : value === 'true');
  return (
    <Group gap="xs" mb="sm">
      <SearchField
        label={t('search')}
        placeholder={t('searchPlaceholder')}
        value={search.text ?? ''}
        onSearch={(text) => onChange({ text })}
      />
      <Select
        aria-label={t('role')}
        placeholder={t('anyRole')}
        clearable
        data={roles.data?.map(({ name }) => name) ?? []}
        value={search.role ?? null}
        onChange={(role) => onChange({ role: role ?? undefined })}
        w={{ base: '47%', xs: 160 }}
      />
      <Select
        aria-label={t('team')}
        placeholder={t('anyTeam')}
        clearable
        searchable
        data={teams.map(({ id, title }) => ({ value: id, label: title }))}
        value={search.teamId ?? null}
        onChange={(teamId) => onChange({ teamId: teamId ?? undefined })}
        w={{ base: '47%', xs: 170 }}
      />
      <Select
        aria-label={t('status')}
        placeholder={t('anyStatus')}
        clearable
        data={[
          { value: 'true', label: t('active') },
          { value: 'false', label: t('deactivated') },
        ]}
        value={formatFlag(search.isActive)}
        onChange={(value) => onChange({ isActive: parseFlag(value) })}
        w={{ base: '47%', xs: 150 }}
      />
      <Select
        aria-label={t('kind')}
        placeholder={t('anyKind')}
        clearable
        data={[
          { value: 'false', label: t('onlyPeople') },
          { value: 'true', label: t('onlyServices') },
        ]}
        value={formatFlag(search.isService)}
        onChange={(value) => onChange({ isService: parseFlag(value) })}
        w={{ base: '47%', xs: 240 }}
      />
    </Group>
  );
};
