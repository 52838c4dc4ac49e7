import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CreatedApiToken, NewApiToken } from '#contract/api-token.ts';
import { useAction } from '#portal/actions/use-action.ts';
import { BASE_PATH } from '#portal/api/request.ts';
import { createApiToken } from '#portal/api/users.ts';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormModal } from '#portal/forms/FormOverlay.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { useInputProps } from '#portal/forms/use-input-props.ts';
import { CopyBlock } from '#portal/ui/CopyBlock.tsx';
import { CopyField } from '#portal/ui/CopyField.tsx';
import { createTokenCommand } from './create-token-command.ts';

const EXPIRY_DAYS = [30, 90, 180, 365, 730];

type Props = { userId: number; isOpen: boolean; onClose: () => void };

export const NewTokenDialog = ({ userId, isOpen, onClose }: Props) => {
  const { t } = useTranslation('people');
  const create = useAction({
    action: (token: NewApiToken) => createApiToken(userId, token),
    invalidates: [['api-tokens']],
    isFailureShown: false,
  });
  const createdToken = create.data;
  const mustStayOpen = create.isPending || createdToken !== undefined;
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <FormModal
      opened={isOpen}
      onClose={close}
      size="lg"
      title={createdToken ? t('tokenCreated') : t('newToken')}
      // The secret is never shown again, so the dialog must not be closed by accident.
      closeOnClickOutside={!mustStayOpen}
      closeOnEscape={!mustStayOpen}
      withCloseButton={!mustStayOpen}
    >
      {createdToken ? (
        <CreatedToken token={createdToken} onClose={close} />
      ) : (
        <TokenForm problem={create.error} isBusy={create.isPending} onCreate={create.mutateAsync} />
      )}
    </FormModal>
  );
};

type TokenFormProps = {
  problem: unknown;
  isBusy: boolean;
  onCreate: (token: NewApiToken) => Promise<unknown>;
};

const TokenForm = ({ problem, isBusy, onCreate }: TokenFormProps) => {
  const { t } = useTranslation('people');
  const edits = useEdits('new token', { label: '', days: '365' });
  const { label, days } = edits.values;
  const input = useInputProps(edits, problem);
  const submit = () => {
    const token = { label: label.trim(), ...(days !== 'never' && { expiresInDays: Number(days) }) };
    // Errors are shown in the form.
    edits.send(() => onCreate(token)).catch(() => {});
  };
  return (
    <EditForm edits={edits} onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          data-autofocus
          label={t('label')}
          maxLength={256}
          {...input.textProps('label', { hint: t('labelHint') })}
        />
        <Select
          label={t('expires')}
          allowDeselect={false}
          data={[
            ...EXPIRY_DAYS.map((count) => ({ value: String(count), label: t('inDays', { count }) })),
            { value: 'never', label: t('expiresNever') },
          ]}
          value={days}
          onChange={(value) => value && edits.edit({ days: value })}
        />
        <FormProblem problem={problem} />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {t('createToken')}
          </Button>
        </Group>
      </Stack>
    </EditForm>
  );
};

const CreatedToken = ({ token, onClose }: { token: CreatedApiToken; onClose: () => void }) => {
  const { t } = useTranslation('people');
  return (
    <Stack gap="sm">
      <Text size="sm">{t('tokenCreatedHint')}</Text>
      <CopyField label={t('clientId')} value={token.clientId} />
      <CopyField label={t('clientSecret')} value={token.clientSecret} />
      <CopyBlock label={t('tryIt')} value={createTokenCommand(location.origin + BASE_PATH, token)} />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('copiedBoth')}</Button>
      </Group>
    </Stack>
  );
};
