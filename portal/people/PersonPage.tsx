import { Group, Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { UserDetails } from '#contract/user.ts';
import { formatFullName } from '#kit/full-name.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { readUser } from '#portal/api/users.ts';
import { QueryProblem } from '#portal/problems/QueryProblem.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { ProfileTab } from './ProfileTab.tsx';
import type { PersonSearch } from './people-search.ts';
import { RolesTab } from './RolesTab.tsx';
import { SignInTab } from './SignInTab.tsx';
import { TeamsTab } from './TeamsTab.tsx';
import { TokensTab } from './TokensTab.tsx';

export const PersonPage = () => {
  const { userId } = useParams({ from: '/people/$userId' });
  const { t } = useTranslation('people');
  const user = useQuery({ queryKey: ['users', userId], queryFn: () => readUser(userId) });
  return (
    <Page
      title={user.data ? formatFullName(user.data) : t('people')}
      back={{ to: '/people', label: t('people') }}
    >
      {user.data ? <UserTabs user={user.data} /> : <QueryProblem query={user} />}
      {user.isPending && <Skeleton height={240} />}
    </Page>
  );
};

const UserTabs = ({ user }: { user: UserDetails }) => {
  const { t } = useTranslation('people');
  const { tab } = useSearch({ from: '/people/$userId' });
  const navigate = useNavigate({ from: '/people/$userId' });
  const canManageTokens = useHasPermission('Tokens.Manage') && user.isService;
  const tabs = [
    { name: 'profile', label: t('profile'), content: <ProfileTab user={user} /> },
    { name: 'roles', label: t('roles'), content: <RolesTab user={user} /> },
    { name: 'teams', label: t('teams'), content: <TeamsTab user={user} /> },
    { name: 'sign-in', label: t('signIn'), content: <SignInTab user={user} /> },
    ...(canManageTokens ? [{ name: 'tokens', label: t('tokens'), content: <TokensTab user={user} /> }] : []),
  ];
  const activeTab = tabs.some(({ name }) => name === tab) ? tab : undefined;
  const selectTab = (name: string | null) =>
    void navigate({ search: name === 'profile' ? {} : ({ tab: name } as PersonSearch) });
  return (
    <>
      <Group gap="xs" mb="md">
        <DimmedText>{user.userName}</DimmedText>
        {user.isService && <StatusBadge tone="calm">{t('service')}</StatusBadge>}
        <StatusBadge tone={user.isActive ? 'good' : 'plain'}>
          {t(user.isActive ? 'active' : 'deactivated')}
        </StatusBadge>
      </Group>
      <Tabs value={activeTab ?? 'profile'} onChange={selectTab} keepMounted={false}>
        <Tabs.List mb="md">
          {tabs.map(({ name, label }) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ name, content }) => (
          <Tabs.Panel key={name} value={name}>
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
};
