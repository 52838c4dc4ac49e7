import { Button, Group } from '@mantine/core';
import { useFrameWords } from './words.ts';

/** Below a form that stands on a page: to save what differs, or to leave it as it was. */
export const SaveButtons = ({
  draft: { isDirty, forget },
  saving: { isPending, reset },
}: {
  draft: { isDirty: boolean; forget: () => void };
  saving: { isPending: boolean; reset: () => void };
}) => {
  const t = useFrameWords();
  const leave = () => {
    forget();
    reset();
  };
  return (
    <Group gap="xs">
      <Button type="submit" disabled={!isDirty} loading={isPending}>
        {t('save')}
      </Button>
      {isDirty && (
        <Button variant="subtle" onClick={leave}>
          {t('cancel')}
        </Button>
      )}
    </Group>
  );
};
