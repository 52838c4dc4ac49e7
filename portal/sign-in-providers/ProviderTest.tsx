import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconExternalLink, IconX } from '@tabler/icons-react';
import type { LoginProvider, LoginProviderTest, ProviderType } from '#contract/login-provider.ts';
import { editLoginProvider, testLoginProvider, wholeTestAddress } from '#portal/api/login-providers.ts';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { useUndo } from '#portal/frame/undo.tsx';
import { useAct } from '#portal/frame/use-act.ts';
import { formOf, readForm } from './provider-form.ts';
import { useSignInWords } from './words.ts';

const CHANGES = [['login-providers']];

/** Tries a provider, and switches it on when it is fit. */
export const ProviderTest = ({ provider }: { provider: LoginProvider }) => {
  const t = useSignInWords();
  const undoable = useUndo();
  const { id, name, isEnabled, imageClass } = provider;
  const set = (isOn: boolean, revision: number) =>
    editLoginProvider(
      { id, revision },
      { ...readForm(provider.type as ProviderType, formOf(provider)), imageClass, isEnabled: isOn },
    );
  const switchingBack = useAct({
    act: ({ isOn, revision }: { isOn: boolean; revision: number }) => set(isOn, revision),
    changes: CHANGES,
    isFailureShown: false,
  });
  const switching = useAct({
    act: (isOn: boolean) => set(isOn, provider.revision),
    changes: CHANGES,
    onDone: ({ revision }, isOn) =>
      undoable(t(isOn ? 'switchedOn' : 'switchedOff', { name }), () =>
        switchingBack.mutateAsync({ isOn: !isOn, revision }),
      ),
  });
  const testing = useAct({
    act: (_: { isSwitchedOnAfter: boolean }) => testLoginProvider(id),
    changes: [],
    isFailureShown: false,
    onDone: ({ isFit }, { isSwitchedOnAfter }) => {
      if (isFit && isSwitchedOnAfter) switching.mutate(true);
    },
  });
  const isBusy = testing.isPending || switching.isPending;
  return (
    <Stack component="section" gap="sm" aria-label={t('test')}>
      <Title order={2}>{t('test')}</Title>
      <Text size="sm" c="dimmed">
        {t('testHint')}
      </Text>
      <Group gap="xs">
        {!isEnabled && (
          <Button loading={isBusy} onClick={() => testing.mutate({ isSwitchedOnAfter: true })}>
            {t('switchOn')}
          </Button>
        )}
        <Button
          variant="default"
          loading={isBusy}
          onClick={() => testing.mutate({ isSwitchedOnAfter: false })}
        >
          {t('runTest')}
        </Button>
        <Button
          component="a"
          variant="default"
          href={wholeTestAddress(id)}
          target="_blank"
          rel="noreferrer"
          rightSection={<IconExternalLink size={14} aria-hidden />}
        >
          {t('wholeTest')}
        </Button>
        {isEnabled && (
          <Button variant="default" loading={isBusy} onClick={() => switching.mutate(false)}>
            {t('switchOff')}
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {t('wholeTestHint')}
      </Text>
      {testing.error && <ProblemNote problem={testing.error} />}
      {testing.data && <TestResult result={testing.data} />}
      {testing.data?.isFit === false && !isEnabled && (
        <Group>
          <Button variant="subtle" loading={isBusy} onClick={() => switching.mutate(true)}>
            {t('switchOnAnyway')}
          </Button>
        </Group>
      )}
    </Stack>
  );
};

const TestResult = ({ result: { isFit, checks } }: { result: LoginProviderTest }) => {
  const t = useSignInWords();
  return (
    <Alert role="status" color={isFit ? 'green' : 'red'} title={isFit ? t('fit') : t('unfit')}>
      <Stack component="ul" gap={6} m={0} p={0}>
        {checks.map(({ name, isPassed, message }) => (
          <Group key={name + message} component="li" gap={8} wrap="nowrap" align="flex-start">
            {isPassed ? (
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
