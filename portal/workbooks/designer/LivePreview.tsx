import { Text } from '@mantine/core';
import { CatchBoundary } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ValidatedDraft } from '#portal/workbooks/model/validate-draft.ts';
import { FormPreview } from '#portal/workbooks/preview/FormPreview.tsx';

type Props = {
  title: string;
  validatedDraft: ValidatedDraft;
  languages: readonly string[];
  selectedName: string | null;
  onSelect: (name: string) => void;
};

export const LivePreview = memo(({ validatedDraft: { fields, form }, ...props }: Props) => {
  const { t } = useTranslation('designer');
  return (
    <CatchBoundary
      getResetKey={() => String(fields.length)}
      errorComponent={() => <Text role="alert">{t('previewFailed')}</Text>}
    >
      <FormPreview {...props} fields={fields} form={form} />
    </CatchBoundary>
  );
});
