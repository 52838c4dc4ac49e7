import { Text } from '@mantine/core';
import { CatchBoundary } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import type { DraftDocument } from '#portal/workbooks/model/design.ts';
import { compileSoundForm, soundFields } from '#portal/workbooks/model/sound-fields.ts';
import { FormPreview } from '#portal/workbooks/preview/FormPreview.tsx';
import { useDesignerWords } from './words.ts';

/** The phone beside the design. */
export const LivePreview = ({
  document,
  ...props
}: {
  title: string;
  document: DraftDocument;
  languages: readonly string[];
  chosen: string | null;
  onChoose: (name: string) => void;
}) => {
  const t = useDesignerWords();
  // Typing goes before: what it comes to may be a moment behind.
  const { nodes } = useDeferredValue(document).tree;
  const fields = useMemo(() => soundFields(nodes), [nodes]);
  const form = useMemo(() => compileSoundForm(fields), [fields]);
  return (
    <CatchBoundary
      getResetKey={() => String(fields.length)}
      errorComponent={() => <Text role="alert">{t('previewFailed')}</Text>}
    >
      <FormPreview {...props} fields={fields} form={form} />
    </CatchBoundary>
  );
};
