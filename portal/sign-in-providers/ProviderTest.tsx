import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LoginProvider, LoginProviderTest, ProviderType } from '#contract/login-provider.ts';
import { IconCheck, IconExternalLink, IconX } from '#kit/icons/icons.ts';
import { useAction } from '#portal/actions/use-action.ts';
import { editLoginProvider, signInTestUrl, testLoginProvider } from '#portal/api/login-providers.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { parseForm, toFormValues } from './provider-form.ts';

export const ProviderTest = ({ provider }: { provider: LoginProvider }) => {
  const { t } = useTranslation('sign-in-providers');
  const { id, name, isEnabled, imageClass } = provider;
  const setEnabled = (isOn: boolean, revision: number) =>
    editLoginProvider(
      { id, revision },
      { ...parseForm(provider.type as ProviderType, toFormValues(provider)), imageClass, isEnabled: isOn },
    );
  const toggleEnabled = useAction({
    action: (isOn: boolean) => setEnabled(isOn, provider.revision),
    invalidates: [['login-providers']],
    undo: ({ revision }, isOn) => ({
      label: t(isOn ? 'providerEnabled' : 'providerDisabled', { name }),
      run: () => setEnabled(!isOn, revision),
    }),
  });
  const runTest = useAction({
    action: (_: { shouldEnable: boolean }) => testLoginProvider(id),
    invalidates: [],
    isFailureShown: false,
    onDone: ({ hasPassed }, { shouldEnable }) => {
      if (hasPassed && shouldEnable) toggleEnabled.mutate(true);
    },
  });
  const isBusy = runTest.isPending || toggleEnabled.isPending;
  return (
    <Stack component="section" gap="sm" aria-label={t('test')}>
      <Title order={2}>{t('test')}</Title>
      <DimmedText>{t('testHint')}</DimmedText>
      <Group gap="xs">
        {!isEnabled && (
          <Button loading={isBusy} onClick={() => runTest.mutate({ shouldEnable: true })}>
            {t('enable')}
          </Button>
        )}
        <Button variant="default" loading={isBusy} onClick={() => runTest.mutate({ shouldEnable: false })}>
          {t('runTest')}
        </Button>
        <Button
          component="a"
          variant="default"
          href={signInTestUrl(id)}
          target="_blank"
          rel="noreferrer"
          rightSection={<IconExternalLink size={14} aria-hidden />}
        >
          {t('signInTest')}
        </Button>
        {isEnabled && (
          <Button variant="default" loading={isBusy} onClick={() => toggleEnabled.mutate(false)}>
            {t('disable')}
          </Button>
        )}
      </Group>
      <DimmedText size="xs">{t('signInTestHint')}</DimmedText>
      {runTest.error && <ProblemNote problem={runTest.error} />}
      {runTest.data && <TestResult result={runTest.data} />}
      {runTest.data?.hasPassed === false && !isEnabled && (
        <Group>
          <Button variant="subtle" loading={isBusy} onClick={() => toggleEnabled.mutate(true)}>
            {t('enableAnyway')}
          </Button>
        </Group>
      )}
    </Stack>
  );
};

const TestResult = ({ result: { hasPassed, checks } }: { result: LoginProviderTest }) => {
  const { t } = useTranslation('sign-in-providers');
  return (
    <Alert
      role="status"
      color={hasPassed ? 'green' : 'red'}
      title={hasPassed ? t('testPassed') : t('testFailed')}
    >
      <Stack component="ul" gap={6} m={0} p={0}>
        {checks.map(({ name, hasPassed, message }) => (
          <Group key={name + message} component="li" gap={8} wrap="nowrap" align="flex-start">
            {hasPassed ? (
              <IconCheck size={18} color="var(--ronda-good)" aria-label={t('passed')} />
            ) : (
              <IconX size={18} color="var(--ronda-bad)" aria-label={t('failed')} />
            )}
            <Text size="sm">{message}</Text>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
};
