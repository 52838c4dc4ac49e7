import { Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { ProviderType } from '#contract/login-provider.ts';
import { createLoginProvider } from '#portal/api/login-providers.ts';
import { HOME } from '#portal/api/request.ts';
import { BackLink } from '#portal/frame/BackLink.tsx';
import { CopyField } from '#portal/frame/CopyField.tsx';
import { Page } from '#portal/frame/Page.tsx';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { useAct } from '#portal/frame/use-act.ts';
import { ProviderFields } from './ProviderFields.tsx';
import { formOf, readForm } from './provider-form.ts';
import { useSignInWords } from './words.ts';

/** Sets a provider up; nobody sees it before it is switched on. */
export const NewProvider = () => {
  const t = useSignInWords();
  const navigate = useNavigate();
  const { type } = useParams({ from: '/sign-in-settings/new/$type' }) as { type: ProviderType };
  const [form, setForm] = useState(() => formOf({}));
  const creating = useAct({
    act: () => createLoginProvider(readForm(type, form)),
    changes: [['login-providers']],
    isFailureShown: false,
    onDone: ({ id }) => void navigate({ to: '/sign-in-settings/$providerId', params: { providerId: id } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creating.mutate();
  };
  return (
    <Page
      title={t('newProvider', { type: t(type) })}
      actions={<BackLink to="/sign-in-settings" label={t('signIn')} />}
    >
      <form onSubmit={submit}>
        <Stack gap="md" maw="44rem">
          <Text size="sm" c="dimmed">
            {t(`${type}Hint`)}
          </Text>
          <CopyField
            label={t('callback')}
            description={t('callbackHint')}
            value={`${location.origin}${HOME}/api/account/ExternalLoginCallback`}
          />
          {creating.error && <ProblemNote problem={creating.error} />}
          <ProviderFields
            type={type}
            form={form}
            hasSecret={false}
            problem={creating.error}
            onEdit={(more) => setForm((before) => ({ ...before, ...more }))}
          />
          <Group>
            <Button type="submit" loading={creating.isPending}>
              {t('create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Page>
  );
};
