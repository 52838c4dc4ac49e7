import { Button, Group, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, use, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './EditForm.module.css';
import { FieldMessage } from './FieldMessage.tsx';
import { FormScopeContext, type OpenForm } from './unsaved-forms.ts';
import { useFormValidation } from './use-form-validation.ts';

type Props = {
  edits: { form: OpenForm; isRestored: boolean; hasSecrets: boolean; discard: () => void };
  onSubmit: () => void;
  children: ReactNode;
};

export const EditForm = ({ edits, onSubmit, children }: Props) => {
  const { t } = useTranslation('general');
  const { form } = edits;
  const scope = use(FormScopeContext);
  useEffect(() => scope?.add(form), [scope, form]);
  const { validate, messages } = useFormValidation();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (validate(event)) onSubmit();
  };
  return (
    <form noValidate onSubmit={submit} tabIndex={-1} className={classes.form}>
      {edits.isRestored && (
        <Group className={classes.restored} role="status" gap="sm" mb="sm" justify="space-between">
          <Text size="sm">
            {t('restored')}
            {edits.hasSecrets && ` ${t('restoredWithoutSecrets')}`}
          </Text>
          <Button size="compact-sm" variant="default" onClick={edits.discard}>
            {t('discard')}
          </Button>
        </Group>
      )}
      {children}
      {messages.map(({ input, message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: inputs have no key
        <FieldMessage key={index} input={input} message={message} />
      ))}
    </form>
  );
};
