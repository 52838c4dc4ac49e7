import { Button, Group, Skeleton, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { LoginProvider, ProviderType } from '#contract/login-provider.ts';
import { Mark } from '#kit/Mark.tsx';
import { deleteLoginProvider, editLoginProvider, readLoginProvider } from '#portal/api/login-providers.ts';
import { AskDialog } from '#portal/frame/AskDialog.tsx';
import { BackLink } from '#portal/frame/BackLink.tsx';
import { DraftForm } from '#portal/frame/DraftForm.tsx';
import { FormProblem } from '#portal/frame/FormProblem.tsx';
import { Page } from '#portal/frame/Page.tsx';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { SaveButtons } from '#portal/frame/SaveButtons.tsx';
import { useAct } from '#portal/frame/use-act.ts';
import { useEdits } from '#portal/frame/use-edits.ts';
import { useSay } from '#portal/frame/use-say.ts';
import { useFrameWords } from '#portal/frame/words.ts';
import { CallbackAddress } from './CallbackAddress.tsx';
import { ProviderFields } from './ProviderFields.tsx';
import { ProviderTest } from './ProviderTest.tsx';
import { formOf, readForm, SECRETS, sayMember } from './provider-form.ts';
import { useSignInWords } from './words.ts';

const CHANGES = [['login-providers']];

/** A provider by which people sign in, or will. */
export const ProviderPage = () => {
  const t = useSignInWords();
  const { providerId } = useParams({ from: '/sign-in-settings/$providerId' });
  const provider = useQuery({
    queryKey: ['login-providers', providerId],
    queryFn: () => readLoginProvider(providerId),
    retry: false,
  });
  return (
    <Page
      title={provider.data?.name ?? t('signIn')}
      actions={<BackLink to="/sign-in-settings" label={t('signIn')} />}
    >
      {provider.error && !provider.data && <ProblemNote problem={provider.error} />}
      {provider.isPending && <Skeleton height={320} />}
      {provider.data && <ProviderContent provider={provider.data} />}
    </Page>
  );
};

const ProviderContent = ({ provider }: { provider: LoginProvider }) => {
  const t = useSignInWords();
  return (
    <Stack gap="xl" maw="48rem">
      <Group gap="xs">
        <Mark tone="calm">{t(provider.type as ProviderType)}</Mark>
        {provider.isEnabled ? <Mark tone="good">{t('on')}</Mark> : <Mark>{t('off')}</Mark>}
      </Group>
      <section aria-label={t('atProvider')}>
        <Title order={2} mb="xs">
          {t('atProvider')}
        </Title>
        <CallbackAddress url={provider.callbackUrl} />
      </section>
      <ProviderTest provider={provider} />
      <EditForm provider={provider} />
      <Removal provider={provider} />
    </Stack>
  );
};

const EditForm = ({ provider }: { provider: LoginProvider }) => {
  const frame = useFrameWords();
  const t = useSignInWords();
  const say = useSay();
  const type = provider.type as ProviderType;
  const now = formOf(provider);
  const draft = useEdits('provider', now, provider.revision, { secrets: SECRETS });
  // No undo: it would need the secret, which nobody is told.
  const saving = useAct({
    act: () => {
      const { isEnabled, imageClass } = provider;
      const wanted = { ...readForm(type, draft.values), isEnabled, imageClass };
      return draft.send((revision) => editLoginProvider({ id: provider.id, revision }, wanted), formOf);
    },
    changes: CHANGES,
    isFailureShown: false,
    onDone: ({ name }) => say(t('saved', { name })),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <DraftForm draft={draft} onSubmit={submit}>
      <Stack gap="md">
        <ProviderFields
          type={type}
          form={draft.values}
          hasSecret={provider.hasClientSecret}
          problem={saving.error}
          theirs={(...names) =>
            names.some(draft.isOvertaken)
              ? frame('isNow', { value: names.map((name) => sayMember(now, name)).join(' – ') })
              : undefined
          }
          onEdit={draft.edit}
        />
        <FormProblem problem={saving.error} />
        <SaveButtons draft={draft} saving={saving} />
      </Stack>
    </DraftForm>
  );
};

const Removal = ({ provider }: { provider: LoginProvider }) => {
  const t = useSignInWords();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const removing = useAct({
    act: () => deleteLoginProvider(provider),
    changes: CHANGES,
    onDone: (_, _input, isStillHere) => {
      if (isStillHere) void navigate({ to: '/sign-in-settings' });
    },
  });
  return (
    <Group>
      <Button variant="subtle" color="red" onClick={() => setAsked(true)}>
        {t('remove')}
      </Button>
      {isAsked && (
        <AskDialog
          question={t('removeQuestion', { name: provider.name })}
          answer={t('remove')}
          onYes={() => removing.mutateAsync().catch(() => {})}
          onClose={() => setAsked(false)}
        />
      )}
    </Group>
  );
};
