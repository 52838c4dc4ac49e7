import { Anchor, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { BASE_PATH } from '#portal/api/request.ts';
import { useHasPermission } from '#portal/session/me.ts';
import { CopyBlock } from '#portal/ui/CopyBlock.tsx';
import { CopyField } from '#portal/ui/CopyField.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { Section } from '#portal/ui/Section.tsx';
import { ApiClients } from './ApiClients.tsx';
import { createCommands } from './commands.ts';
import { FeedViewer } from './FeedViewer.tsx';
import { findExample } from './find-example.ts';
import { parseIntegrationSearch } from './integration-search.ts';

export const IntegrationPage = () => {
  const { t } = useTranslation('integration');
  const { token, client, find } = useSearch({ from: '/integration' });
  const navigate = useNavigate({ from: '/integration' });
  const canManageUsers = useHasPermission('Users.Manage');
  const canReadChanges = useHasPermission('Changes.Read');
  const baseUrl = location.origin + BASE_PATH;
  return (
    <Page title={t('integration')}>
      <Stack gap="xl">
        <CopyField
          label={t('base')}
          description={
            <>
              {t('baseHint')}{' '}
              <Anchor href={`${baseUrl}/docs`} size="xs" underline="always">
                {t('docs')}
              </Anchor>
            </>
          }
          value={baseUrl}
        />
        <Section title={t('tryIt')}>
          <Commands baseUrl={baseUrl} />
        </Section>
        {canManageUsers && (
          <Section title={t('clients')}>
            <ApiClients
              searchText={find}
              onSearch={(text) =>
                void navigate({
                  search: (prev) => parseIntegrationSearch({ ...prev, find: text }),
                  replace: true,
                  resetScroll: false,
                })
              }
              openClientId={client}
              onOpen={(clientId) => void navigate({ search: (prev) => ({ ...prev, client: clientId }) })}
            />
          </Section>
        )}
        {canReadChanges && (
          <Section title={t('feed')}>
            <FeedViewer
              token={token}
              onStep={(next) => void navigate({ search: (prev) => ({ ...prev, token: next }) })}
            />
          </Section>
        )}
      </Stack>
    </Page>
  );
};

const Commands = ({ baseUrl }: { baseUrl: string }) => {
  const { t } = useTranslation('integration');
  const example = useQuery({ queryKey: ['teams', 'example'], queryFn: findExample });
  const commands = createCommands(baseUrl, example.data ?? { team: '…', workbook: '…', person: '…' });
  return (
    <Stack gap="sm">
      <DimmedText>{t('tryItHint')}</DimmedText>
      {(['token', 'create', 'read', 'follow'] as const).map((name) => (
        <CopyBlock key={name} label={t(name)} value={commands[name]} />
      ))}
    </Stack>
  );
};
