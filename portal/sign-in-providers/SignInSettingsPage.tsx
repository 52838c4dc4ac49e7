import { Button, Menu, Skeleton, Stack, Switch, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { LoginProvider, ProviderType } from '#contract/login-provider.ts';
import type { SignInSettings, SignInSettingsPatch } from '#contract/sign-in-settings.ts';
import { IconPlus } from '#kit/icons/icons.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { useAction } from '#portal/actions/use-action.ts';
import { editSignInSettings, listLoginProviders, readSignInSettings } from '#portal/api/login-providers.ts';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { SaveButtons } from '#portal/forms/SaveButtons.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { useInputProps } from '#portal/forms/use-input-props.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { QueryTable } from '#portal/problems/QueryTable.tsx';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import type { Column } from '#portal/ui/ListTable.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { Section } from '#portal/ui/Section.tsx';
import { PROVIDER_TYPES } from './provider-form.ts';

export const SignInSettingsPage = () => {
  const { t } = useTranslation('sign-in-providers');
  const providers = useQuery({ queryKey: ['login-providers'], queryFn: listLoginProviders });
  const settings = useQuery({ queryKey: ['sign-in-settings'], queryFn: readSignInSettings });
  const columns: Column<LoginProvider>[] = [
    {
      key: 'name',
      header: t('name'),
      cell: ({ id, name }) => (
        <AnchorLink to="/sign-in-settings/$providerId" params={{ providerId: id }} fw={550}>
          {name}
        </AnchorLink>
      ),
    },
    { key: 'kind', header: t('kind'), cell: ({ type }) => t(type as ProviderType) },
    {
      key: 'status',
      header: t('status'),
      cell: ({ isEnabled }) => (
        <StatusBadge tone={isEnabled ? 'good' : 'plain'}>{t(isEnabled ? 'enabled' : 'disabled')}</StatusBadge>
      ),
    },
  ];
  const hasProviders = providers.data !== undefined && providers.data.loginProviders.length > 0;
  return (
    <Page title={t('signIn')} actions={hasProviders && <AddMenu />}>
      <Stack gap="xl">
        <Section title={t('providers')}>
          {hasProviders && <DimmedText maw="44rem">{t('providersHint')}</DimmedText>}
          <QueryTable
            query={providers}
            rows={providers.data?.loginProviders}
            empty={
              <EmptyState title={t('noProviders')} action={<AddMenu />}>
                {t('providersHint')}
              </EmptyState>
            }
            caption={t('providers')}
            columns={columns}
            keyOf={({ id }) => id}
          />
        </Section>
        <Section title={t('password')}>
          {settings.error && <ProblemNote problem={settings.error} />}
          {settings.data ? <SettingsForm settings={settings.data} /> : <Skeleton height={120} />}
        </Section>
      </Stack>
    </Page>
  );
};

const AddMenu = () => {
  const { t } = useTranslation('sign-in-providers');
  const navigate = useNavigate();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<IconPlus size={16} aria-hidden />}>{t('add')}</Button>
      </Menu.Target>
      <Menu.Dropdown maw={380}>
        {PROVIDER_TYPES.map((type) => (
          <Menu.Item
            key={type}
            onClick={() => void navigate({ to: '/sign-in-settings/new/$type', params: { type } })}
          >
            {t(type)}
            <DimmedText size="xs">{t(`${type}Hint`)}</DimmedText>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

const toFormValues = ({ passwordGrant, allowedRedirectUris }: SignInSettings) => ({
  passwordGrant,
  redirects: allowedRedirectUris.join('\n'),
});

const SettingsForm = ({ settings }: { settings: SignInSettings }) => {
  const { t } = useTranslation('sign-in-providers');
  const edits = useEdits('settings', toFormValues(settings), settings.revision);
  const save = useAction({
    action: (change: SignInSettingsPatch) =>
      edits.send((revision) => editSignInSettings(change, revision), toFormValues),
    invalidates: [['sign-in-settings']],
    isFailureShown: false,
    undo: ({ revision }) => {
      const { passwordGrant, allowedRedirectUris } = settings;
      return {
        label: t('settingsSaved'),
        run: () => editSignInSettings({ passwordGrant, allowedRedirectUris }, revision),
      };
    },
  });
  const submit = () => {
    const { redirects, ...otherChanges } = edits.changedValues;
    const lines = redirects?.split('\n').map((line) => line.trim());
    save.mutate({
      ...otherChanges,
      ...(lines && { allowedRedirectUris: lines.filter((line) => line !== '') }),
    });
  };
  const input = useInputProps(edits, save.error);
  return (
    <EditForm edits={edits} onSubmit={submit}>
      <Stack gap="md" maw="44rem">
        <Switch
          label={t('passwordGrant')}
          description={t('passwordGrantHint')}
          checked={edits.values.passwordGrant}
          onChange={(event) => edits.edit({ passwordGrant: event.currentTarget.checked })}
        />
        <Textarea
          label={t('redirects')}
          autosize
          minRows={2}
          maxRows={10}
          {...input.textProps('redirects', { hint: t('redirectsHint') })}
        />
        <FormProblem problem={save.error} />
        <SaveButtons edits={edits} save={save} />
      </Stack>
    </EditForm>
  );
};
