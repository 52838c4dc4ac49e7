import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoginProvider, ProviderType } from '#contract/login-provider.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { useAction } from '#portal/actions/use-action.ts';
import { deleteLoginProvider, editLoginProvider, readLoginProvider } from '#portal/api/login-providers.ts';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { SaveButtons } from '#portal/forms/SaveButtons.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { Section } from '#portal/ui/Section.tsx';
import { CallbackUrl } from './CallbackUrl.tsx';
import { ProviderFields } from './ProviderFields.tsx';
import { ProviderTest } from './ProviderTest.tsx';
import { parseForm, SECRETS, toFormValues } from './provider-form.ts';

const QUERY_KEYS = [['login-providers']];

export const ProviderPage = () => {
  const { t } = useTranslation('sign-in-providers');
  const { providerId } = useParams({ from: '/sign-in-settings/$providerId' });
  const provider = useQuery({
    queryKey: ['login-providers', providerId],
    queryFn: () => readLoginProvider(providerId),
    retry: false,
  });
  return (
    <Page title={provider.data?.name ?? t('signIn')} back={{ to: '/sign-in-settings', label: t('signIn') }}>
      {provider.error && !provider.data && <ProblemNote problem={provider.error} />}
      {provider.isPending && <Skeleton height={320} />}
      {provider.data && <ProviderContent provider={provider.data} />}
    </Page>
  );
};

const ProviderContent = ({ provider }: { provider: LoginProvider }) => {
  const { t } = useTranslation('sign-in-providers');
  return (
    <Stack gap="xl" maw="48rem">
      <Group gap="xs">
        <StatusBadge tone="calm">{t(provider.type as ProviderType)}</StatusBadge>
        <StatusBadge tone={provider.isEnabled ? 'good' : 'plain'}>
          {t(provider.isEnabled ? 'enabled' : 'disabled')}
        </StatusBadge>
      </Group>
      <Section title={t('atProvider')}>
        <CallbackUrl url={provider.callbackUrl} />
      </Section>
      <ProviderTest provider={provider} />
      <EditProviderForm provider={provider} />
      <DeleteButton provider={provider} />
    </Stack>
  );
};

const EditProviderForm = ({ provider }: { provider: LoginProvider }) => {
  const { t } = useTranslation('sign-in-providers');
  const type = provider.type as ProviderType;
  const edits = useEdits('provider', toFormValues(provider), provider.revision, { secrets: SECRETS });
  // No undo: it would need the previous secret, which the server never returns.
  const save = useAction({
    action: () => {
      const { isEnabled, imageClass } = provider;
      const update = { ...parseForm(type, edits.values), isEnabled, imageClass };
      return edits.send((revision) => editLoginProvider({ id: provider.id, revision }, update), toFormValues);
    },
    invalidates: QUERY_KEYS,
    isFailureShown: false,
    onDone: ({ name }) => showNotification({ message: t('saved', { name }) }),
  });
  return (
    <EditForm edits={edits} onSubmit={() => save.mutate()}>
      <Stack gap="md">
        <ProviderFields type={type} edits={edits} hasSecret={provider.hasClientSecret} problem={save.error} />
        <FormProblem problem={save.error} />
        <SaveButtons edits={edits} save={save} />
      </Stack>
    </EditForm>
  );
};

const DeleteButton = ({ provider }: { provider: LoginProvider }) => {
  const { t } = useTranslation('sign-in-providers');
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  const remove = useAction({
    action: () => deleteLoginProvider(provider),
    invalidates: QUERY_KEYS,
    onDoneOnPage: () => void navigate({ to: '/sign-in-settings' }),
  });
  return (
    <Group>
      <Button variant="subtle" color="red" onClick={() => setConfirming(true)}>
        {t('remove')}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          question={t('removeQuestion', { name: provider.name })}
          confirmLabel={t('remove')}
          onConfirm={() => remove.mutateAsync().catch(() => {})}
          onClose={() => setConfirming(false)}
        />
      )}
    </Group>
  );
};
