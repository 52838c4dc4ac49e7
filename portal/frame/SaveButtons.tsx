import { Button, Group } from '@mantine/core';
import { useFrameWords } from './words.ts';

/** Below a form that stands on a page: to save what differs, or to leave it as it was. */
export const SaveButtons = ({
  isDirty,
  isSaving,
  onCancel,
}: {
  isDirty: boolean;
  isSaving: boolean;
  onCancel: () => void;
}) => {
  const t = useFrameWords();
  return (
    <Group gap="xs">
      <Button type="submit" disabled={!isDirty} loading={isSaving}>
        {t('save')}
      </Button>
      {isDirty && (
        <Button variant="subtle" onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
    </Group>
  );
};
