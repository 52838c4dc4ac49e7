import { Text } from '@mantine/core';
import { CatchBoundary } from '@tanstack/react-router';
import { memo } from 'react';
import type { Examined } from '#portal/workbooks/model/examine-draft.ts';
import { FormPreview } from '#portal/workbooks/preview/FormPreview.tsx';
import { useDesignerWords } from './words.ts';

type Props = {
  title: string;
  examined: Examined;
  languages: readonly string[];
  chosen: string | null;
  onChoose: (name: string) => void;
};

/** The phone beside the design. */
export const LivePreview = memo(({ examined: { fields, form }, ...props }: Props) => {
  const t = useDesignerWords();
  return (
    <CatchBoundary
      getResetKey={() => String(fields.length)}
      errorComponent={() => <Text role="alert">{t('previewFailed')}</Text>}
    >
      <FormPreview {...props} fields={fields} form={form} />
    </CatchBoundary>
  );
});
LivePreview.displayName = 'LivePreview';
