import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import type { ApiTokenMade } from '#contract/api-token.ts';
import { HOME } from '#portal/api/request.ts';
import { createApiToken } from '#portal/api/users.ts';
import { CopyBlock } from '#portal/frame/CopyBlock.tsx';
import { CopyField } from '#portal/frame/CopyField.tsx';
import { DraftForm } from '#portal/frame/DraftForm.tsx';
import { FormModal } from '#portal/frame/FormOverlay.tsx';
import { FormProblem } from '#portal/frame/FormProblem.tsx';
import { useAct } from '#portal/frame/use-act.ts';
import { faultOf, useEdits } from '#portal/frame/use-edits.ts';
import { tokenCommand } from './token-command.ts';
import { usePeopleWords } from './words.ts';

const DAYS = [30, 90, 180, 365, 730];

/** Makes an API token, and shows once what is told once. */
export const NewTokenDialog = ({
  userId,
  isOpen,
  onClose,
}: {
  userId: number;
  isOpen: boolean;
  onClose: () => void;
}) => {
  const t = usePeopleWords();
  const creating = useAct({
    act: (token: { label: string; expiresInDays?: number }) => createApiToken(userId, token),
    changes: [['api-tokens']],
    isFailureShown: false,
  });
  const made = creating.data;
  const isMaking = creating.isPending || made !== undefined;
  const close = () => {
    creating.reset();
    onClose();
  };
  return (
    <FormModal
      opened={isOpen}
      onClose={close}
      size="lg"
      title={made ? t('tokenMade') : t('newToken')}
      // The secret is not lost by a click beside it, nor before it was seen.
      closeOnClickOutside={!isMaking}
      closeOnEscape={!isMaking}
      withCloseButton={!isMaking}
    >
      {made ? (
        <TokenMade token={made} onClose={close} />
      ) : (
        <TokenForm
          problem={creating.error}
          isBusy={creating.isPending}
          onCreate={(token) => creating.mutateAsync(token)}
        />
      )}
    </FormModal>
  );
};

const TokenForm = ({
  problem,
  isBusy,
  onCreate,
}: {
  problem: unknown;
  isBusy: boolean;
  onCreate: (token: { label: string; expiresInDays?: number }) => Promise<unknown>;
}) => {
  const t = usePeopleWords();
  const draft = useEdits('new token', { label: '', days: '365' });
  const { label, days } = draft.values;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const token = { label: label.trim(), ...(days !== 'never' && { expiresInDays: Number(days) }) };
    // Errors are shown in the form.
    draft.send(() => onCreate(token)).catch(() => {});
  };
  return (
    <DraftForm draft={draft} onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          data-autofocus
          label={t('label')}
          description={t('labelHint')}
          maxLength={256}
          value={label}
          error={faultOf(problem, 'label')}
          onChange={(event) => draft.edit({ label: event.currentTarget.value })}
        />
        <Select
          label={t('expires')}
          allowDeselect={false}
          data={[
            ...DAYS.map((count) => ({ value: String(count), label: t('inDays', { count }) })),
            { value: 'never', label: t('expiresNever') },
          ]}
          value={days}
          onChange={(value) => value && draft.edit({ days: value })}
        />
        <FormProblem problem={problem} />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {t('createToken')}
          </Button>
        </Group>
      </Stack>
    </DraftForm>
  );
};

const TokenMade = ({ token, onClose }: { token: ApiTokenMade; onClose: () => void }) => {
  const t = usePeopleWords();
  return (
    <Stack gap="sm">
      <Text size="sm">{t('tokenMadeHint')}</Text>
      <CopyField label={t('clientId')} value={token.clientId} />
      <CopyField label={t('clientSecret')} value={token.clientSecret} />
      <CopyBlock label={t('tryIt')} value={tokenCommand(location.origin + HOME, token)} />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('copiedBoth')}</Button>
      </Group>
    </Stack>
  );
};
