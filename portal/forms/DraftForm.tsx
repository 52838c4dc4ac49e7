import { Button, Group, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, use, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './DraftForm.module.css';
import { FormScopeContext, type OpenForm } from './unsaved-forms.ts';

/** The part of useEdits that the form uses. */
type Draft = { form: OpenForm; isRestored: boolean; hasSecrets: boolean; discard: () => void };

/** A form whose input is stored until it is saved (useEdits). Restored input is announced and can be discarded. */
export const DraftForm = ({
  draft,
  onSubmit,
  children,
}: {
  draft: Draft;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
}) => {
  const { t } = useTranslation('general');
  const { form } = draft;
  const scope = use(FormScopeContext);
  useEffect(() => scope?.add(form), [scope, form]);
  return (
    <form onSubmit={onSubmit} tabIndex={-1} className={classes.form}>
      {draft.isRestored && (
        <Group className={classes.restored} role="status" gap="sm" mb="sm" justify="space-between">
          <Text size="sm">
            {t('restored')}
            {draft.hasSecrets && ` ${t('restoredWithoutSecrets')}`}
          </Text>
          <Button size="compact-sm" variant="default" onClick={draft.discard}>
            {t('discard')}
          </Button>
        </Group>
      )}
      {children}
    </form>
  );
};
