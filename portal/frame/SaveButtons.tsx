import { Button, Group } from '@mantine/core';
import { useFrameWords } from './words.ts';

/** Below a form that stands on a page: to save what differs, or to leave it as it was. */
export const SaveButtons = ({
  draft: { isDirty, leave },
  saving: { isPending, reset },
}: {
  draft: { isDirty: boolean; leave: (go: () => unknown) => Promise<void> };
  saving: { isPending: boolean; reset: () => void };
}) => {
  const t = useFrameWords();
  return (
    <Group gap="xs">
      <Button type="submit" disabled={!isDirty} loading={isPending}>
        {t('save')}
      </Button>
      {isDirty && (
        <Button variant="subtle" disabled={isPending} onClick={() => void leave(reset)}>
          {t('cancel')}
        </Button>
      )}
    </Group>
  );
};
