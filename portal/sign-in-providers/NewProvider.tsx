import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ProviderType } from '#contract/login-provider.ts';
import { useCreate } from '#portal/actions/use-create.tsx';
import { createLoginProvider, listLoginProviders } from '#portal/api/login-providers.ts';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { useHasPermission } from '#portal/session/me.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { NoPermission } from '#portal/ui/NoPermission.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { CallbackUrl } from './CallbackUrl.tsx';
import { ProviderFields } from './ProviderFields.tsx';
import { parseForm, SECRETS, toFormValues } from './provider-form.ts';

/** Creates an identity provider. It does not appear on the sign-in page until it is enabled. */
export const NewProvider = () => {
  const { t } = useTranslation('sign-in-providers');
  const { type } = useParams({ from: '/sign-in-settings/new/$type' }) as { type: ProviderType };
  const title = t('newProvider', { type: t(type) });
  return useHasPermission('SignIn.Manage') ? (
    <NewProviderForm type={type} title={title} />
  ) : (
    <NoPermission title={title} />
  );
};

const NewProviderForm = ({ type, title }: { type: ProviderType; title: string }) => {
  const { t } = useTranslation('sign-in-providers');
  const { t: tGeneral } = useTranslation('general');
  const providers = useQuery({ queryKey: ['login-providers'], queryFn: listLoginProviders });
  const edits = useEdits(`new ${type}`, toFormValues({}), undefined, { secrets: SECRETS });
  const create = useCreate({
    create: () => edits.send(() => createLoginProvider(parseForm(type, edits.values))),
    invalidates: [['login-providers']],
    message: ({ name }) => tGeneral('created', { name }),
    destination: ({ id }) => ({ to: '/sign-in-settings/$providerId', params: { providerId: id } }),
  });
  return (
    <Page title={title} back={{ to: '/sign-in-settings', label: t('signIn') }}>
      <EditForm edits={edits} onSubmit={() => create.mutate()}>
        <Stack gap="md" maw="44rem">
          <DimmedText>{t(`${type}Hint`)}</DimmedText>
          {providers.data && <CallbackUrl url={providers.data.callbackUrl} />}
          <ProviderFields type={type} edits={edits} hasSecret={false} problem={create.error} />
          <FormProblem problem={create.error} />
          <Group>
            <Button type="submit" loading={create.isPending}>
              {t('create')}
            </Button>
          </Group>
        </Stack>
      </EditForm>
    </Page>
  );
};
